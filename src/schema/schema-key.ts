/**
 * Computes the keys of functions in a precompiled module: hashes of the schema, the shared schemas, and the options of the compiler. Options with
 * functions or Ajv plugins cannot be hashed.
 */
import { require } from '../require.ts'
import type { ValidatorOptions } from './ajv.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { SharedSchemas } from './reference.ts'
import type { SerializerOptions, SerializerRequest } from './serializer.ts'
import { createJobs, type ValidatorJob, type ValidatorRequest } from './validator.ts'

/** Returns the names and versions of the packages on which precompiled functions depend. */
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
  /** `undefined` if the schema or the options cannot be hashed. */
  readonly key: string | undefined
}

export function createValidatorKeys(sharedSchemas: SharedSchemas, options: ValidatorOptions) {
  const toJob = createJobs(sharedSchemas, options)
  const { customOptions, plugins, mode, onCreate, isGuarded = true } = options
  // For `$data` and for custom `code` options, Ajv generates code that works only in this process.
  const isWritable =
    !plugins?.length && !onCreate && mode === undefined && !customOptions?.$data && !customOptions?.code
  const setup = isWritable ? fingerprintOf([customOptions ?? {}, isGuarded]) : undefined
  const shared = fingerprintOf(Object.values(sharedSchemas))
  return (request: ValidatorRequest): NamedJob => {
    const job = toJob(request)
    if (setup === undefined || shared === undefined || job.fingerprint === undefined) return { ...job, key: undefined }
    return {
      ...job,
      key: hash([job.fingerprint, shared, job.shared !== undefined, job.ownProperties, job.encoding ?? '', setup])
    }
  }
}

export function createSerializerKeys(sharedSchemas: SharedSchemas, options: SerializerOptions) {
  const setup = fingerprintOf(options)
  const shared = fingerprintOf(Object.values(sharedSchemas))
  return ({ schema }: SerializerRequest): string | undefined => {
    const fingerprint = fingerprintOf(schema)
    const isNamed = setup !== undefined && shared !== undefined && fingerprint !== undefined
    return isNamed ? hash([fingerprint, shared, setup]) : undefined
  }
}
