/** The default serializer: compiles JSON Schema to functions that write only declared properties. */
import type { AnySchema, Options, Schema } from 'fast-json-stringify'
import { getOrCreate } from '../base/get-or-create.ts'
import { withOwnProto } from '../base/own-proto.ts'
import { refuseToCompile } from '../error/on-workers.ts'
import { require } from '../require.ts'
import { createLookupAjv } from './ajv.ts'
import { explained, findOwner, namingOwner } from './fault.ts'
import { fingerprintOf } from './fingerprint.ts'
import { identify } from './identity.ts'
import { mayNameInherited } from './inherited-name.ts'
import { projectionSource, withProjection } from './projection.ts'
import { idOf, referencesOf, type SharedSchemas } from './reference.ts'
import { refuseBadTargets } from './reference-target.ts'
import { isSimple } from './simple-schema.ts'
import { withAnyName } from './skipped-name.ts'
import { cloneSchema } from './store.ts'
import { Documents } from './writer/documents.ts'
import { withNullables } from './writer/nullable.ts'
import { isPlain } from './writer/plain.ts'
import { scalarsOf } from './writer/scalar.ts'
import { withFirstCall, withRescue, writerOf } from './writer/written.ts'

/** The option `serializerOpts` of an app, with options of fast-json-stringify. */
export type SerializerOptions = Readonly<Options>

export interface SerializerRequest {
  readonly schema: unknown
  readonly method: string
  readonly url: string
  /** The key in the response map: `'200'`, `'2xx'` or `'default'`. */
  readonly httpStatus: string
  /** The media type, if the response has a schema for each media type. */
  readonly contentType?: string
}

export type Serialize = (data: unknown) => string
export interface SerializerCompiler {
  (request: SerializerRequest): Serialize
  /** Returns true if compiling cannot fail, so that it can wait for the first request. */
  readonly mayWait?: (request: SerializerRequest) => boolean
}

const loadFastJsonStringify = (): typeof import('fast-json-stringify') => require('fast-json-stringify')

const pools = new WeakMap<SerializerOptions, Map<string, Serialize>>()

/** Equal schemas with equal shared schemas share one function, also across contexts, if they have the same options object. */
export function buildSerializer(
  sharedSchemas: SharedSchemas = {},
  options: SerializerOptions = {}
): SerializerCompiler {
  const compiled = getOrCreate(pools, options, () => new Map<string, Serialize>())
  const compile: SerializerCompiler = ({ schema }) => {
    const reachable = reachableFrom(schema, sharedSchemas)
    const job = { schema, fingerprint: fingerprintOf(schema), reachable }
    const compileNow = () => {
      try {
        return compileSerializer(job, sharedSchemas, options)
      } catch (error) {
        const fault = explained(error, schema, reachable, () => createLookupAjv(), false)
        throw fault === error ? namingOwner(error, ownerOf(error, reachable, options)) : fault
      }
    }
    if (job.fingerprint === undefined) return compileNow()
    return getOrCreate(compiled, `${identify(reachable)} ${job.fingerprint}`, compileNow)
  }
  const mayWait = ({ schema }: SerializerRequest) =>
    isPlainSetup(options) && isSimple(schema, sharedSchemas, 'serialize')
  return Object.assign(compile, { mayWait })
}

const isPlainSetup = (options: SerializerOptions) => Object.keys(options).length === 0

function ownerOf(error: unknown, shared: SharedSchemas, options: SerializerOptions): string | undefined {
  return findOwner(error, shared, (id) => {
    const schema = shared[id]
    return writeSerializer(readInput({ schema, fingerprint: fingerprintOf(schema), reachable: shared }), options)
  })
}

interface SerializerJob {
  readonly schema: unknown
  readonly fingerprint: string | undefined
  readonly reachable: SharedSchemas
}

function compileSerializer(job: SerializerJob, sharedSchemas: SharedSchemas, options: SerializerOptions): Serialize {
  refuseToCompile()
  const input = readInput(job)
  const isCertain = isPlainSetup(options) && isSimple(job.schema, sharedSchemas, 'serialize')
  if (isCertain) return writtenWhenCalled(() => writeSerializer(input, options))
  if (job.fingerprint?.includes('"$ref"') !== false) refuseBadTargets(job.schema, sharedSchemas)
  return writeSerializer(input, options)
}

/** Delays code generation until the first call. Only for schemas that cannot fail. See docs/decisions/0002-serializers.md. */
function writtenWhenCalled(write: () => Serialize): Serialize {
  // Throws at boot if the runtime forbids code generation from strings. The first request would fail otherwise.
  new Function('')
  loadFastJsonStringify()
  return withFirstCall(write)
}

function writeSerializer(input: SerializerInput, options: SerializerOptions): Serialize {
  const { schema, reachable } = input.read()
  const makeWriter = () => writerOf(require, schema, reachable, options)
  if (isEngineSetUp(options) && isForEngine(input, options))
    return withRescue(generate(readForEngine(input, options), options) as Serialize, makeWriter)
  const source = sourceFor(input, options)
  if (source === undefined) return makeWriter()
  const serialize = withRescue(evaluate(source), makeWriter)
  return isPlainSetup(options) ? withProjection(withNullables(schema), serialize) : serialize
}

/** Returns the source of a CommonJS module. The functions of `ahead/runtime.ts` must be in its scope. */
export function serializerSource(schema: unknown, sharedSchemas: SharedSchemas, options: SerializerOptions): string {
  const reachable = reachableFrom(schema, sharedSchemas)
  const input = readInput({ schema, fingerprint: fingerprintOf(schema), reachable })
  const read = input.read()
  const texts = [read.schema, read.reachable, options].map(
    (one) => `JSON.parse(${JSON.stringify(JSON.stringify(one))})`
  )
  const writer = `writerOf(require, ${texts.join(', ')})`
  const generated = sourceFor(input, options)
  if (generated === undefined) return `module.exports = ${writer}`
  const rescued = `${generated}\nmodule.exports = withRescue(module.exports, () => ${writer})`
  return isPlainSetup(options) ? `${rescued}${projectionSource(withNullables(schema))}` : rescued
}

/** With `inlineValidators`, the source also contains the validators that choose between schemas of `anyOf`. */
const standalone = { mode: 'standalone', inlineValidators: true } as SerializerOptions

interface ReadSchemas {
  readonly schema: unknown
  readonly reachable: SharedSchemas
}

interface SerializerInput {
  /** Returns a copy, because fast-json-stringify modifies its input. */
  readonly read: () => ReadSchemas
  readonly texts: readonly (string | undefined)[]
}

function readInput({ schema, fingerprint, reachable }: SerializerJob): SerializerInput {
  const own = copierOf(schema, fingerprint)
  const others = Object.entries(reachable).map(([id, one]) => {
    const text = fingerprintOf(one)
    return { id, text, copy: copierOf(one, text) }
  })
  return {
    read: () => ({ schema: own(), reachable: Object.fromEntries(others.map(({ id, copy }) => [id, copy()])) }),
    texts: [fingerprint, ...others.map(({ text }) => text)]
  }
}

function copierOf(schema: unknown, text: string | undefined): () => unknown {
  if (text !== undefined) return () => withAnyName(JSON.parse(text), text)
  const kept = cloneSchema(schema)
  return () => cloneSchema(kept)
}

/** Whether the application's options change how fast-json-stringify works, such as how it chooses between schemas of `anyOf`. */
const isEngineSetUp = ({ ajv, mode }: SerializerOptions) => ajv !== undefined || mode !== undefined

/** Returns `undefined` for a schema that fast-json-stringify would serialize incorrectly. @throws Error when a schema is invalid */
function sourceFor(input: SerializerInput, options: SerializerOptions): string | undefined {
  if (isForEngine(input, options)) {
    try {
      const source = generate(readForEngine(input, options), { ...options, ...standalone }) as string
      return withScalars(withOwnProto(source), input)
    } catch (error) {
      // espalier's own serializer (writer/write.ts) supports some references that fast-json-stringify refuses.
      if (!isWritable(input)) throw error
      return undefined
    }
  }
  refuseUnwritable(input)
  return undefined
}

/** Whether fast-json-stringify serializes the schema correctly. It fails for property names such as `constructor`, which all objects inherit. */
function isForEngine(input: SerializerInput, options: SerializerOptions): boolean {
  if (input.texts.some(mayNameInherited)) return false
  const { schema, reachable } = readForEngine(input, options)
  return isEngineSetUp(options) || isPlain(schema, reachable)
}

/**
 * Replaces the scalar functions of fast-json-stringify. They ignore `toJSON`, and write `undefined` for a function, which is not JSON. The calls are
 * found by their text, so a schema that contains the same text keeps the original functions.
 */
function withScalars(source: string, { texts }: SerializerInput): string {
  const called = source.replace(`require('fast-json-stringify/lib/serializer')`, 'scalarsOf(require)')
  if (!texts.every((text) => text !== undefined && !/asString\(|JSON\.stringify\(/.test(text))) return called
  return called
    .replaceAll(/\basString\((\w+)\.toString\(\)\)/g, 'serializer.asText($1)')
    .replaceAll(/(json \+= )JSON\.stringify\(/g, '$1serializer.asAny(')
}

function evaluate(source: string): Serialize {
  const module: { exports?: Serialize } = {}
  new Function('module', 'require', 'scalarsOf', source)(module, require, scalarsOf)
  return module.exports as Serialize
}

function isWritable(input: SerializerInput): boolean {
  try {
    refuseUnwritable(input)
    return true
  } catch {
    return false
  }
}

/** @throws Error when a schema is not valid draft 7, or a reference cannot be resolved */
function refuseUnwritable(input: SerializerInput): void {
  const { schema, reachable } = input.read()
  refuseWrong(schema, reachable)
  new Documents(schema, reachable).followAll(schema)
}

function refuseWrong(schema: unknown, reachable: SharedSchemas): void {
  const isValid: SchemaCheck = require('fast-json-stringify/lib/schema-validator')
  for (const [id, one] of [[undefined, schema] as const, ...Object.entries(reachable)]) {
    if (isValid(one)) continue
    const { instancePath, message } = isValid.errors?.[0] ?? {}
    throw new Error(`${id === undefined ? '' : `"${id}" `}schema is invalid: data${instancePath} ${message}`)
  }
}

type SchemaCheck = ((schema: unknown) => boolean) & { errors?: { instancePath: string; message: string }[] }

function readForEngine(input: SerializerInput, options: SerializerOptions): ReadSchemas {
  const { schema, reachable } = input.read()
  if (isEngineSetUp(options)) return { schema, reachable }
  const others = Object.entries(reachable).map(([id, one]) => [id, withNullables(one)])
  return { schema: withNullables(schema), reachable: Object.fromEntries(others) }
}

function generate({ schema, reachable }: ReadSchemas, options: SerializerOptions): Serialize | string {
  return loadFastJsonStringify()(schema as AnySchema, { ...options, schema: reachable as Record<string, Schema> })
}

/** Finds the shared schemas that a schema needs. fast-json-stringify checks and indexes all schemas that it gets, which takes time. */
function reachableFrom(schema: unknown, sharedSchemas: SharedSchemas): SharedSchemas {
  const ownId = (schema as { $id?: string } | null)?.$id
  const reachable = new Map<string, unknown>()
  const pending = [schema]
  while (pending.length > 0) {
    for (const id of new Set([...referencesOf(pending.pop())].map(idOf))) {
      if (id === '' || id === ownId || reachable.has(id)) continue
      // The id may belong to a subschema of any shared schema, so all of them are needed.
      if (!Object.hasOwn(sharedSchemas, id)) return without(sharedSchemas, ownId)
      reachable.set(id, sharedSchemas[id])
      pending.push(sharedSchemas[id])
    }
  }
  return Object.fromEntries(reachable)
}

function without(schemas: SharedSchemas, id: string | undefined): SharedSchemas {
  return Object.fromEntries(Object.entries(schemas).filter(([key]) => key !== id))
}
