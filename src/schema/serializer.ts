/**
 * The default serializer: compiles JSON Schema to functions that write exactly the declared properties. Only this file imports fast-json-stringify,
 * which is loaded for the first response schema.
 */
import type { AnySchema, Options, Schema } from 'fast-json-stringify'
import { withOwnProto } from '../base/own-proto.ts'
import { remember } from '../base/remember.ts'
import { refuseToCompile } from '../error/on-workers.ts'
import { require } from '../require.ts'
import { createJudge } from './ajv.ts'
import { Documents } from './answer/documents.ts'
import { withNullables } from './answer/nullable.ts'
import { isPlain } from './answer/plain.ts'
import { scalarsOf } from './answer/scalar.ts'
import { withFirstCall, withRescue, writerOf } from './answer/written.ts'
import { explained, findOwner, namingOwner } from './fault.ts'
import { fingerprintOf } from './fingerprint.ts'
import { identify } from './identity.ts'
import { mayNameInherited } from './inherited-name.ts'
import { isOrdinary } from './ordinary.ts'
import { withAnyName } from './passed-over-name.ts'
import { projectionSource, withProjection } from './projection.ts'
import { idOf, referencesOf, type SharedSchemas } from './reference.ts'
import { refuseBadTargets } from './reference-target.ts'
import { cloneSchema } from './store.ts'

/** Options of fast-json-stringify: the `serializerOpts` option of an app. */
export type SerializerOptions = Readonly<Options>

/** The input of a serializer compiler besides its options. */
export interface SerializerRequest {
  readonly schema: unknown
  readonly method: string
  readonly url: string
  /** The key of the response map: `'200'`, `'2xx'` or `'default'`. */
  readonly httpStatus: string
  /** The media type, if a status has one schema for each. */
  readonly contentType?: string
}

export type Serialize = (data: unknown) => string
export interface SerializerCompiler {
  (request: SerializerRequest): Serialize
  /** Whether compiling certainly succeeds, so that it can wait for the first request. */
  readonly mayWait?: (request: SerializerRequest) => boolean
}

const loadFastJsonStringify = (): typeof import('fast-json-stringify') => require('fast-json-stringify')

const pools = new WeakMap<SerializerOptions, Map<string, Serialize>>()

/**
 * Makes the default serializer compiler for contexts with these `sharedSchemas`. Equal schemas that refer to the same shared ones share one function,
 * also across contexts with the same options object.
 */
export function buildSerializer(
  sharedSchemas: SharedSchemas = {},
  options: SerializerOptions = {}
): SerializerCompiler {
  const compiled = remember(pools, options, () => new Map<string, Serialize>())
  const compile: SerializerCompiler = ({ schema }) => {
    const reachable = reachableFrom(schema, sharedSchemas)
    const job = { schema, fingerprint: fingerprintOf(schema), reachable }
    const compileNow = () => {
      try {
        return compileSerializer(job, sharedSchemas, options)
      } catch (error) {
        const fault = explained(error, schema, reachable, () => createJudge(), false)
        throw fault === error ? namingOwner(error, ownerOf(error, reachable, options)) : fault
      }
    }
    if (job.fingerprint === undefined) return compileNow()
    return remember(compiled, `${identify(reachable)} ${job.fingerprint}`, compileNow)
  }
  const mayWait = ({ schema }: SerializerRequest) =>
    isPlainSetup(options) && isOrdinary(schema, sharedSchemas, 'serialize')
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
  const isCertain = isPlainSetup(options) && isOrdinary(job.schema, sharedSchemas, 'serialize')
  if (isCertain) return writtenWhenCalled(() => writeSerializer(input, options))
  if (job.fingerprint?.includes('"$ref"') !== false) refuseBadTargets(job.schema, sharedSchemas)
  return writeSerializer(input, options)
}

/** Defers generating a serializer to its first call, if that certainly succeeds. See docs/decisions/0002-serializers.md for savings and costs. */
function writtenWhenCalled(write: () => Serialize): Serialize {
  // Throws at boot where code generation from strings is disabled. At the first request that would be too late. It also loads the engine before a
  // request waits for it.
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

/** Generates a serializer as source text of a CommonJS module. The functions of `ahead/runtime.ts` must be in scope. */
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

/** Options that also generate the validators by which a union is chosen. */
const standalone = { mode: 'standalone', inlineValidators: true } as SerializerOptions

interface ReadSchemas {
  readonly schema: unknown
  readonly reachable: SharedSchemas
}

/** The input from which a serializer is made. */
interface SerializerInput {
  /** Returns a copy, because the engine writes the types that it infers into its input. */
  readonly read: () => ReadSchemas
  /** The fingerprints of all these schemas. */
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

/** Copies a schema now, and returns a function that copies the copy. */
function copierOf(schema: unknown, text: string | undefined): () => unknown {
  if (text !== undefined) return () => withAnyName(JSON.parse(text), text)
  const kept = cloneSchema(schema)
  return () => cloneSchema(kept)
}

/** Whether the application configured how the engine works, for example how it chooses members of unions. */
const isEngineSetUp = ({ ajv, mode }: SerializerOptions) => ajv !== undefined || mode !== undefined

/**
 * Makes the engine generate a function as source text of a CommonJS module; `undefined` for a schema that the engine would serialize wrongly.
 *
 * @throws Error when a schema is invalid
 */
function sourceFor(input: SerializerInput, options: SerializerOptions): string | undefined {
  if (isForEngine(input, options)) {
    try {
      const source = generate(readForEngine(input, options), { ...options, ...standalone }) as string
      return withScalars(withOwnProto(source), input)
    } catch (error) {
      // The engine refuses some kinds of references. The writer supports them.
      if (!isWritable(input)) throw error
      return undefined
    }
  }
  refuseUnwritable(input)
  return undefined
}

/** Whether the engine can serialize the schema correctly. It reads inherited members, so such names are excluded. */
function isForEngine(input: SerializerInput, options: SerializerOptions): boolean {
  if (input.texts.some(mayNameInherited)) return false
  const { schema, reachable } = readForEngine(input, options)
  return isEngineSetUp(options) || isPlain(schema, reachable)
}

/**
 * Replaces the engine's scalar functions. It writes the `toString` of a value that is not a string, even if it has a `toJSON`. For a function without a
 * schema it writes the word `undefined`. Text in a schema may look like these calls.
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

/** @throws Error when a schema is not valid draft 7, or a reference is dangling */
function refuseUnwritable(input: SerializerInput): void {
  const { schema, reachable } = input.read()
  refuseWrong(schema, reachable)
  new Documents(schema, reachable).followAll(schema)
}

function refuseWrong(schema: unknown, reachable: SharedSchemas): void {
  const isValid: JudgeOfSchemas = require('fast-json-stringify/lib/schema-validator')
  for (const [id, one] of [[undefined, schema] as const, ...Object.entries(reachable)]) {
    if (isValid(one)) continue
    const { instancePath, message } = isValid.errors?.[0] ?? {}
    throw new Error(`${id === undefined ? '' : `"${id}" `}schema is invalid: data${instancePath} ${message}`)
  }
}

type JudgeOfSchemas = ((schema: unknown) => boolean) & { errors?: { instancePath: string; message: string }[] }

/** Returns the schemas for the engine. They are unchanged if the application configured the engine. */
function readForEngine(input: SerializerInput, options: SerializerOptions): ReadSchemas {
  const { schema, reachable } = input.read()
  if (isEngineSetUp(options)) return { schema, reachable }
  const others = Object.entries(reachable).map(([id, one]) => [id, withNullables(one)])
  return { schema: withNullables(schema), reachable: Object.fromEntries(others) }
}

function generate({ schema, reachable }: ReadSchemas, options: SerializerOptions): Serialize | string {
  return loadFastJsonStringify()(schema as AnySchema, { ...options, schema: reachable as Record<string, Schema> })
}

/** Returns only the shared schemas that a schema refers to, directly or not, because every compilation checks and indexes all that are passed. */
function reachableFrom(schema: unknown, sharedSchemas: SharedSchemas): SharedSchemas {
  const ownId = (schema as { $id?: string } | null)?.$id
  const reachable = new Map<string, unknown>()
  const pending = [schema]
  while (pending.length > 0) {
    for (const id of new Set([...referencesOf(pending.pop())].map(idOf))) {
      if (id === '' || id === ownId || reachable.has(id)) continue
      // An id inside another schema may be in any of them, so all are passed.
      if (!Object.hasOwn(sharedSchemas, id)) return without(sharedSchemas, ownId)
      reachable.set(id, sharedSchemas[id])
      pending.push(sharedSchemas[id])
    }
  }
  return Object.fromEntries(reachable)
}

/** Removes the shared schema whose id the route's schema has. */
function without(schemas: SharedSchemas, id: string | undefined): SharedSchemas {
  return Object.fromEntries(Object.entries(schemas).filter(([key]) => key !== id))
}
