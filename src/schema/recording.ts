/**
 * Records the schemas that the apps of this process compile, to write their functions to a module. During a recording, apps compile all schemas at
 * boot, even those in an existing precompiled module.
 */
import type { ValidatorOptions } from './ajv.ts'
import type { CompilerFactories } from './compiled.ts'
import type { SharedSchemas } from './reference.ts'
import { createSerializerKeys, createValidatorKeys, type NamedJob } from './schema-key.ts'
import { buildSerializer, type SerializerOptions } from './serializer.ts'
import { buildValidator } from './validator.ts'
import { formType } from './value-encoding.ts'

export interface RecordedValidator {
  readonly job: NamedJob
  readonly sharedSchemas: SharedSchemas
  readonly options: ValidatorOptions
}

export interface RecordedSerializer {
  readonly schema: unknown
  readonly sharedSchemas: SharedSchemas
  readonly options: SerializerOptions
}

export interface Recording {
  readonly validators: Map<string, RecordedValidator>
  readonly serializers: Map<string, RecordedSerializer>
  readonly unwritable: Set<string>
}

let current: Recording | null = null

export function startRecording(): Recording {
  current = { validators: new Map(), serializers: new Map(), unwritable: new Set() }
  return current
}

export function stopRecording(): void {
  current = null
}

export function recordingFactories(): CompilerFactories | null {
  return current === null ? null : createFactories(current)
}

function createFactories({ validators, serializers, unwritable }: Recording): CompilerFactories {
  return {
    buildValidator(sharedSchemas = {}, options = {}) {
      const compile = buildValidator(sharedSchemas, options)
      const toJob = createValidatorKeys(sharedSchemas, options)
      return (request) => {
        const validate = compile(request)
        const isForm = request.httpPart === 'body' && compile.readsForms?.(request)
        for (const job of [toJob(request), ...(isForm ? [toJob({ ...request, contentType: formType })] : [])]) {
          if (job.key !== undefined) validators.set(job.key, { job, sharedSchemas, options })
          else unwritable.add(`${request.method} ${request.url}: ${request.httpPart}`)
        }
        return validate
      }
    },
    buildSerializer(sharedSchemas = {}, options = {}) {
      const compile = buildSerializer(sharedSchemas, options)
      const keyOf = createSerializerKeys(sharedSchemas, options)
      return (request) => {
        const serialize = compile(request)
        const { schema, method, url, httpStatus } = request
        const key = keyOf(request)
        if (key !== undefined) serializers.set(key, { schema, sharedSchemas, options })
        else unwritable.add(`${method} ${url}: response ${httpStatus}`)
        return serialize
      }
    }
  }
}
