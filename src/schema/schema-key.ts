/**
 * Names a function by a hash of its input, so that a function of another process is found again. The input is the schema, the shared schemas that it
 * may refer to and the compiler's options. Functions and plugins of Ajv cannot be hashed, so such an input has no name.
 */
import { require } from '../require.ts'
import type { ValidatorOptions } from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { SharedSchemas } from './reference.ts'
import type { SerializerOptions, SerializerRequest } from './serializer.ts'
import { createJobs, type ValidatorJob, type ValidatorRequest } from './validator.ts'

/** Names the releases whose functions work together. */
export function nameBuild(): string {
  const versions = ['espalier/package.json', 'ajv/package.json', 'fast-json-stringify/package.json'].map((path) => {
    const { name, version } = require(path)
    return `${name}@${version}`
  })
  return versions.join(' ')
}

function hash(parts: readonly unknown[]): string {
  const { createHash }: typeof import('node:crypto') = require('node:crypto')
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22)
}

export interface NamedJob extends ValidatorJob {
  /** `undefined` where nothing can stand for what the validator is made from. */
  readonly key: string | undefined
}

/** Returns, for contexts that see `sharedSchemas`, a function that tells what is compiled for a request, and its name. */
export function createValidatorKeys(sharedSchemas: SharedSchemas, options: ValidatorOptions) {
  const toJob = createJobs(sharedSchemas, options)
  const { customOptions, plugins, mode, onCreate, isGuarded = true } = options
  // Ajv writes `$data` formats and a caller's code options in ways that depend on where the code runs.
  const isWritable =
    !plugins?.length && !onCreate && mode === undefined && !customOptions?.$data && !customOptions?.code
  const setup = isWritable ? fingerprintOf([customOptions ?? {}, isGuarded]) : undefined
  const shared = fingerprintOf(Object.values(sharedSchemas))

  return (request: ValidatorRequest): NamedJob => {
    const job = toJob(request)
    if (setup === undefined || shared === undefined || job.fingerprint === undefined) return { ...job, key: undefined }
    return {
      ...job,
      key: hash([job.fingerprint, shared, job.shared !== undefined, job.ownProperties, job.reading ?? '', setup])
    }
  }
}

/** Returns the name of the serializer for a request. */
export function createSerializerKeys(sharedSchemas: SharedSchemas, options: SerializerOptions) {
  const setup = fingerprintOf(options)
  const shared = fingerprintOf(Object.values(sharedSchemas))
  return ({ schema }: SerializerRequest): string | undefined => {
    const fingerprint = fingerprintOf(schema)
    const isNamed = setup !== undefined && shared !== undefined && fingerprint !== undefined
    return isNamed ? hash([fingerprint, shared, setup]) : undefined
  }
}
