/**
 * The default serializer: JSON Schema to functions that write exactly the declared properties. The only file that knows
 * fast-json-stringify, and it loads it at the first response schema.
 */
import type { AnySchema, Options, Schema } from 'fast-json-stringify'
import { withDigits } from '../base/digits.ts'
import { once } from '../base/once.ts'
import { remember } from '../base/remember.ts'
import { refuseToCompile } from '../error/on-workers.ts'
import { require } from '../require.ts'
import { createJudge } from './ajv.ts'
import { explained } from './fault.ts'
import { fingerprintOf } from './fingerprint.ts'
import { identify } from './identity.ts'
import { mayNameInherited, withoutInherited } from './inherited-name.ts'
import { mayChooseByLongNumber } from './long-number.ts'
import { isOrdinary } from './ordinary.ts'
import { withAnyName } from './passed-over-name.ts'
import { projectionSource, withProjection } from './projection.ts'
import { idOf, referencesOf, type SharedSchemas } from './reference.ts'
import { refuseBadTargets } from './reference-target.ts'
import { cloneSchema } from './store.ts'

/** Options of fast-json-stringify: the `serializerOpts` option of an app. */
export type SerializerOptions = Readonly<Options>

/** What a serializer compiler is told about the schema it compiles. */
export interface SerializerRequest {
  readonly schema: unknown
  readonly method: string
  readonly url: string
  /** The key of the response map: `'200'`, `'2xx'` or `'default'`. */
  readonly httpStatus: string
  /** The media type, where a status has one schema for each. */
  readonly contentType?: string
}

export type Serialize = (data: unknown) => string
export interface SerializerCompiler {
  (request: SerializerRequest): Serialize
  /** Tells that compiling is certain to succeed, so that it can be done when the first request comes. */
  readonly mayWait?: (request: SerializerRequest) => boolean
}

const loadFastJsonStringify = (): typeof import('fast-json-stringify') => require('fast-json-stringify')

const pools = new WeakMap<SerializerOptions, Map<string, Serialize>>()

/**
 * Makes the default serializer compiler for contexts that see `sharedSchemas`. Equal schemas that refer to the same shared ones share one
 * function, also across contexts with the same options object.
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
        throw explained(error, schema, reachable, () => createJudge(), false)
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

interface SerializerJob {
  readonly schema: unknown
  readonly fingerprint: string | undefined
  readonly reachable: SharedSchemas
}

function compileSerializer(job: SerializerJob, sharedSchemas: SharedSchemas, options: SerializerOptions): Serialize {
  refuseToCompile()
  const input = readInput(job)
  const isPlain = isPlainSetup(options)
  const write = () => generate(input, options) as Serialize
  const isCertain = isPlain && isOrdinary(job.schema, sharedSchemas, 'serialize')
  if (!isCertain && job.fingerprint?.includes('"$ref"') !== false) refuseBadTargets(job.schema, sharedSchemas)
  const serialize = isCertain ? writtenWhenCalled(write) : write()
  if (input.texts.some(mayNameInherited)) return (data) => serialize(withoutInherited(data))
  if (mayChooseByLongNumber(input.texts)) return (data) => serialize(withDigits(data))
  return isPlain ? withProjection(job.schema, serialize) : serialize
}

/** Puts off to its first call what is certain to succeed then: docs/decisions/0002-serializers.md says what that saves, and what it costs. */
function writtenWhenCalled(write: () => Serialize): Serialize {
  // A process that runs no text as code refuses this at boot, not the first request, which does not wait for the engine to load either.
  new Function('')
  loadFastJsonStringify()
  const written = once(write)
  return (data) => written()(data)
}

/** Writes a serializer as the text of a CommonJS module, in whose scope stand `withCopies`, `withDigits` and `withoutInherited`. */
export function serializerSource(schema: unknown, sharedSchemas: SharedSchemas, options: SerializerOptions): string {
  const reachable = reachableFrom(schema, sharedSchemas)
  const input = readInput({ schema, fingerprint: fingerprintOf(schema), reachable })
  const source = generate(input, { ...options, ...standalone }) as string
  const wrapped = (by: string) =>
    `${source}\nconst serialize = module.exports\nmodule.exports = (data) => serialize(${by}(data))`
  if (input.texts.some(mayNameInherited)) return wrapped('withoutInherited')
  if (mayChooseByLongNumber(input.texts)) return wrapped('withDigits')
  return isPlainSetup(options) ? `${source}${projectionSource(schema)}` : source
}

/** With the validators that a union chooses by written out too. */
const standalone = { mode: 'standalone', inlineValidators: true } as SerializerOptions

/** What a serializer is made from. The engine writes the types that it infers into what it is given, so it is given copies. */
interface SerializerInput {
  readonly schema: unknown
  readonly reachable: SharedSchemas
  /** The fingerprints of all of them. */
  readonly texts: readonly (string | undefined)[]
}

function readInput(job: SerializerJob): SerializerInput {
  const { schema, fingerprint } = job
  const reachable = Object.entries(job.reachable).map(([id, one]) => {
    const text = fingerprintOf(one)
    return { id, text, copy: copyOf(one, text) }
  })
  return {
    schema: copyOf(schema, fingerprint),
    reachable: Object.fromEntries(reachable.map(({ id, copy }) => [id, copy])),
    texts: [fingerprint, ...reachable.map(({ text }) => text)]
  }
}

const copyOf = (schema: unknown, text: string | undefined) =>
  text === undefined ? cloneSchema(schema) : withAnyName(JSON.parse(text), text)

/** Makes a function, or its text where the options say so. */
function generate({ schema, reachable }: SerializerInput, options: SerializerOptions): unknown {
  return loadFastJsonStringify()(schema as AnySchema, { ...options, schema: reachable as Record<string, Schema> })
}

/** The shared schemas that a schema refers to, directly or not: each one passed is checked and indexed at every compilation. */
function reachableFrom(schema: unknown, sharedSchemas: SharedSchemas): SharedSchemas {
  const ownId = (schema as { $id?: string } | null)?.$id
  const reachable = new Map<string, unknown>()
  const pending = [schema]
  while (pending.length > 0) {
    for (const id of new Set([...referencesOf(pending.pop())].map(idOf))) {
      if (id === '' || id === ownId || reachable.has(id)) continue
      // An id that is declared inside another schema may be anywhere.
      if (!Object.hasOwn(sharedSchemas, id)) return without(sharedSchemas, ownId)
      reachable.set(id, sharedSchemas[id])
      pending.push(sharedSchemas[id])
    }
  }
  return Object.fromEntries(reachable)
}

/** A route's schema stands for the shared schema with its id. */
function without(schemas: SharedSchemas, id: string | undefined): SharedSchemas {
  return Object.fromEntries(Object.entries(schemas).filter(([key]) => key !== id))
}
