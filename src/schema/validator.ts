/**
 * The default validator: compiles JSON Schema draft 7 (or JTD) to functions that check, coerce and apply defaults. It adds three rules to Ajv's own:
 * - Numbers are finite. Ajv would coerce "1e999" to Infinity, and then skip the limits.
 * - Only own properties count. In Ajv, `Object.prototype` satisfies `required: ['constructor']`.
 * - Clients cannot cause excessive work. Checks of `uniqueItems` and of the format `url` take linear time, and exponential patterns are refused.
 *
 * Compiling is the largest part of starting an app, so equal schemas share one function.
 */
import { getOrCreate } from '../base/get-or-create.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { errors } from '../error/error.ts'
import {
  type Ajv,
  type AnySchema,
  createLookupAjv,
  type InstanceOptions,
  UnsafePattern,
  type ValidatorOptions
} from './ajv.ts'
import { explained, findOwner, namingOwner } from './fault.ts'
import { fingerprintOf } from './fingerprint.ts'
import { lowerCaseHeaderNames } from './header-names.ts'
import { identify } from './identity.ts'
import { mayNameInherited } from './inherited-name.ts'
import { keywordsWhere } from './keyword.ts'
import { idOf, isRecursive, mayRevisitData, referencesOf, type SharedSchemas } from './reference.ts'
import { refuseBadTargets } from './reference-target.ts'
import type { HttpPart } from './route-schema.ts'
import { isSimple } from './simple-schema.ts'
import { withSkippedNames } from './skipped-name.ts'
import { createUnionAjv } from './union.ts'
import { encodingOf, hasUnion, type ValueEncoding } from './value-encoding.ts'

export type { ValidatorOptions } from './ajv.ts'

export interface ValidatorRequest {
  readonly schema: unknown
  readonly method: string
  readonly url: string
  readonly httpPart: HttpPart
  /** The media type, if the body has a schema for each media type. */
  readonly contentType?: string
}

/** Returns `true`, `false` (with `errors` set), `{ value }`, `{ error }`, or a promise. For invalid data, the promise rejects or yields `false`. */
export interface Validate {
  (data: unknown, context?: object): unknown
  errors?: unknown
  schemaEnv?: unknown
}

export interface ValidatorCompiler {
  (request: ValidatorRequest): Validate
  /** Returns true if compiling cannot fail, so that it can wait for the first request. */
  readonly mayWait?: (request: ValidatorRequest) => boolean
  /** Returns true if form bodies need another validator than JSON bodies, because values of forms are texts and the schema has `anyOf`. */
  readonly readsForms?: ((request: ValidatorRequest) => boolean) | undefined
}

const pools = new WeakMap<ValidatorOptions, Map<string, ValidatorCompiler>>()
const defaults: ValidatorOptions = {}

/** Contexts with the same shared schemas and the same options object share one compiler. */
export function buildValidator(
  sharedSchemas: SharedSchemas = {},
  options: ValidatorOptions = defaults
): ValidatorCompiler {
  const pool = getOrCreate(pools, options, () => new Map<string, ValidatorCompiler>())
  return getOrCreate(pool, identify(sharedSchemas), () => createCompiler(sharedSchemas, options))
}

function createCompiler(sharedSchemas: SharedSchemas, options: ValidatorOptions): ValidatorCompiler {
  const engines = new Map<string, Engine>()
  const toJob = createJobs(sharedSchemas, options)
  const isTrusted = createTrust(sharedSchemas, options)
  const seesShared = Object.keys(sharedSchemas).length > 0
  const compile = (request: ValidatorRequest): Validate => {
    const { shared, ownProperties, recursive, encoding, schema, fingerprint } = toJob(request)
    const instance = { ownProperties, recursive, trusted: isTrusted(schema) }
    // A schema without references needs no shared schemas, so contexts share its function.
    if (seesShared && instance.trusted && !fingerprint?.includes('"$ref"')) return buildValidator({}, options)(request)
    const key = [shared === undefined, encoding, ...Object.values(instance)].join()
    try {
      if (!instance.trusted && fingerprint?.includes('"$ref"') !== false) refuseBadTargets(schema, sharedSchemas)
      return getOrCreate(engines, key, () =>
        createEngine(shared ?? Object.values(sharedSchemas), options, instance, encoding)
      )(schema, fingerprint)
    } catch (error) {
      const untrusted = { ...instance, trusted: false }
      const makeAjv = (schemas: readonly unknown[]) => createUnionAjv(schemas, options, untrusted, encoding)
      const findIt = () => findOwner(error, sharedSchemas, (id) => compileShared(id, sharedSchemas, makeAjv))
      if (error instanceof UnsafePattern) throw toUnsafeError(error, request, findIt())
      const fault = explained(error, schema, sharedSchemas, () => createLookupAjv(options), true)
      throw fault === error ? namingOwner(error, findIt()) : fault
    }
  }
  return Object.assign(compile, {
    mayWait: (request: ValidatorRequest) => isTrusted(toJob(request).schema),
    readsForms: (request: ValidatorRequest) => toJob(request).encoding === 'json'
  })
}

function compileShared(id: string, shared: SharedSchemas, makeAjv: (schemas: readonly unknown[]) => Ajv): void {
  const ajv = makeAjv([shared[id]])
  for (const [other, schema] of Object.entries(shared)) {
    try {
      if (other !== id) ajv.addSchema(schema as AnySchema)
    } catch {
      // Only an error of the schema `id` matters here.
    }
  }
  ajv.getSchema(id)
}

function toUnsafeError(
  { danger, message }: UnsafePattern,
  { method, url }: ValidatorRequest,
  owner: string | undefined
): Error {
  const { repeated } = danger
  const where = owner === undefined ? '' : ` in the shared schema '${owner}'`
  const fix =
    repeated === undefined
      ? 'It is too large for that to be ruled out: make several patterns of it.'
      : `Rewrite its repetitions so that every text can be read in one way only; ${JSON.stringify(repeated)}, repeated, can be read in many.`
  return new errors.ESP_ERR_SCH_UNSAFE(method, url, `the pattern ${message}${where}`, fix)
}

export interface ValidatorJob {
  readonly schema: unknown
  readonly fingerprint: string | undefined
  readonly ownProperties: boolean
  /** Whether the schema is recursive, and several of its subschemas may check the same data. */
  readonly recursive: boolean
  /** `undefined` if the schema has no `anyOf` or `oneOf`, or Ajv's own are used. */
  readonly encoding: ValueEncoding | undefined
  /** The shared schemas with lower-case header names; `undefined` to use them unchanged. */
  readonly shared: readonly unknown[] | undefined
}

export function createJobs(sharedSchemas: SharedSchemas, { isGuarded = true }: ValidatorOptions = {}) {
  const shared = Object.values(sharedSchemas)
  let sharedHasUnion: boolean | undefined
  let lowerCasedShared: unknown[] | undefined
  let sharedMayNameInherited: boolean | undefined
  let sharedMayRevisitData: boolean | undefined
  return ({ schema: given, httpPart, contentType }: ValidatorRequest): ValidatorJob => {
    const forHeaders = httpPart === 'headers' && isPlainObject(given)
    const written = forHeaders ? lowerCaseHeaderNames(given, sharedSchemas) : given
    const fingerprint = fingerprintOf(written)
    const schema = withSkippedNames(written, fingerprint)
    sharedMayNameInherited ??= shared.some((one) => mayNameInherited(fingerprintOf(one)))
    const namesInherited = mayNameInherited(fingerprint)
    const ownProperties = sharedMayNameInherited || namesInherited
    sharedMayRevisitData ??= shared.some((one) => mayRevisitData(fingerprintOf(one)))
    const recursive =
      fingerprint?.includes('"$ref"') !== false &&
      (sharedMayRevisitData || mayRevisitData(fingerprint)) &&
      isRecursive(schema, sharedSchemas)
    sharedHasUnion ??= shared.some((one) => hasUnion(fingerprintOf(one)))
    const isUnion = hasUnion(fingerprint) || (sharedHasUnion && fingerprint?.includes('"$') !== false)
    const encoding = isGuarded && isUnion ? encodingOf(httpPart, contentType) : undefined
    const job = { schema, fingerprint, ownProperties, recursive, encoding }
    // Header names are lower case. Bodies need the original shared schemas, so headers get copies.
    if (!forHeaders || !usesShared(given, sharedSchemas)) return { ...job, shared: undefined }
    lowerCasedShared ??= shared.map((one) => lowerCaseHeaderNames(one, sharedSchemas))
    return { ...job, shared: lowerCasedShared }
  }
}

/** Options of Ajv that do not affect which schemas are valid. */
const harmless = new Set([
  'coerceTypes',
  'useDefaults',
  'removeAdditional',
  'allErrors',
  'messages',
  'verbose',
  'ownProperties'
])

/** Decides which schemas Ajv need not check. If plugins or options may change which schemas are valid, Ajv checks all. */
function createTrust(
  sharedSchemas: SharedSchemas,
  { customOptions = {}, plugins = [], mode, onCreate }: ValidatorOptions
): (schema: unknown) => boolean {
  const isHarmless = Object.keys(customOptions).every((option) => harmless.has(option))
  if (!isHarmless || plugins.length > 0 || mode !== undefined || onCreate !== undefined) return () => false
  return (schema) => isSimple(schema, sharedSchemas, 'validate')
}

function usesShared(schema: Record<string, unknown>, sharedSchemas: SharedSchemas): boolean {
  if (typeof schema.$id === 'string' && Object.hasOwn(sharedSchemas, schema.$id)) return true
  return [...referencesOf(schema)].some((reference) => idOf(reference) !== '')
}

type Engine = (schema: unknown, fingerprint: string | undefined) => Validate

function createEngine(
  shared: readonly unknown[],
  options: ValidatorOptions,
  instance: InstanceOptions,
  encoding: ValueEncoding | undefined
): Engine {
  const ajv = createUnionAjv(shared, options, instance, encoding)
  const compiled = new Map<string, Validate>()
  let rootCount = 0
  /**
   * Ajv resolves a recursive `#` only in a schema with an id. So a schema without an id gets a new one. A schema with its own id gets its own Ajv
   * instance, because the ids of different routes may be equal.
   */
  const compileRecursive = (schema: unknown, shared: readonly unknown[]) => {
    const self = selfReferenceOf(schema, shared)
    if (self === 'root') {
      const id = `-root-${++rootCount}`
      return ajv.addSchema(schema as AnySchema, id).getSchema(id)
    }
    return self && createUnionAjv([...shared, schema], options, instance, encoding).getSchema(self.$id)
  }
  return (schema, fingerprint) => {
    const known = findCompiled(schema, ajv)
    if (known !== undefined) return known
    const compile = () => (compileRecursive(schema, shared) ?? ajv.compile(schema as AnySchema)) as Validate
    return fingerprint === undefined ? compile() : getOrCreate(compiled, fingerprint, compile)
  }
}

/** Returns `'root'` if the schema refers to itself by `#`, or its `$id` if it may refer to itself by this id. */
function selfReferenceOf(schema: unknown, shared: readonly unknown[]): 'root' | { $id: string } | undefined {
  if (!isPlainObject(schema)) return undefined
  const references = [...referencesOf(schema)]
  const { $id } = schema
  if (typeof $id !== 'string') return references.some((one) => one === '#' || one === '#/') ? 'root' : undefined
  const known = new Set(['', ...shared.map((one) => (one as { $id: string }).$id)])
  return references.every((one) => known.has(idOf(one))) ? undefined : { $id }
}

const ignoredKeywords = keywordsWhere(
  ({ purpose, origin }) => (purpose === 'documentation' || purpose === 'flag') && origin === undefined
)

/** Finds the validator of a shared schema, if `schema` has the same `$id` or is only a `$ref` to it. */
export function findCompiled(schema: unknown, ajv: Ajv): Validate | undefined {
  if (!isPlainObject(schema)) return undefined
  const { $id, $ref } = schema
  if (typeof $id === 'string') return ajv.getSchema($id) as Validate | undefined
  if (typeof $ref !== 'string' || $ref.startsWith('#')) return undefined
  const isBare = Object.keys(schema).every((key) => key === '$ref' || ignoredKeywords.has(key))
  return isBare ? (ajv.getSchema($ref) as Validate | undefined) : undefined
}
