import { errors } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Policy } from '../policy.ts'
import { EventSchemas } from '../schema/event-schemas.ts'
import type { BodySchema, NormalizedRouteSchema, RouteName } from '../schema/route-schema.ts'
import type { Serialize, SerializerCompiler, SerializerRequest } from '../schema/serializer.ts'
import type { Callable } from '../user-function.ts'
import { callCompiler } from './call-compiler.ts'
import { compileEvents, type EventSerialize, isEventSerializer } from './event-text.ts'
import { contentless } from './framing.ts'

type ByMediaType = ReadonlyMap<string, Serialize>

export interface ResponseSerializers {
  readonly byStatus: ReadonlyMap<number, Serialize | ByMediaType>
  /** Serializers by the first digit of the status. */
  readonly byClass: ReadonlyMap<number, Serialize | ByMediaType>
  readonly otherwise: Serialize | ByMediaType | undefined
}

/**
 * Compiles every entry of a route's response map; `null` without one.
 *
 * @throws FST_ERR_SCH_SERIALIZATION_BUILD when a schema does not compile or the compiler returns neither a function nor nothing
 */
export function compileSerializers(
  response: NormalizedRouteSchema['response'],
  compiler: SerializerCompiler,
  where: RouteName,
  policy: CompilePolicy
): ResponseSerializers | null {
  if (response === undefined || response.size === 0) return null
  const byStatus = new Map<number, Serialize | ByMediaType>()
  const byClass = new Map<number, Serialize | ByMediaType>()
  let otherwise: Serialize | ByMediaType | undefined
  for (const [key, declared] of response) {
    const compile: CompileSchema = (request) =>
      askForSerializer({ ...request, ...where, httpStatus: key }, compiler, policy)
    const entry = compileEntry(declared, compile, where)
    if (key === 'default') otherwise = entry
    else if (key.endsWith('xx')) byClass.set(Number(key[0]), entry)
    else byStatus.set(Number(key), entry)
  }
  return { byStatus, byClass, otherwise }
}

type CompilePolicy = Pick<Policy, 'refusesNoFunctions'>
type CompileSchema = (request: Pick<SerializerRequest, 'schema' | 'contentType'>) => Serialize

function compileEntry(declared: BodySchema, compile: CompileSchema, where: RouteName): Serialize | ByMediaType {
  if ('schema' in declared) return compile({ schema: declared.schema })
  const serializers = [...declared.content].map(([contentType, schema]) => {
    const compileOne = (one: unknown) => compile({ schema: one, contentType })
    return [contentType, schema instanceof EventSchemas ? compileEvents(schema, compileOne, where) : compileOne(schema)]
  })
  return new Map(serializers as [string, Serialize][])
}

/** Calls the serializer compiler. An application's compiler may return nothing; then plain JSON is used. */
function askForSerializer(
  request: SerializerRequest,
  compiler: SerializerCompiler,
  { refusesNoFunctions }: CompilePolicy
): Serialize {
  const { contentType, httpStatus } = request
  const serialize = callCompiler({
    kind: 'serializer',
    ...{ compiler, request, described: { httpStatus }, refusesNoFunctions },
    // As in Fastify, a falsy result counts as no serializer. If a status has one schema for all media types, so does an object: Fastify takes it for
    // a map of media types, and finds none in it.
    isIgnored: (returned) => !returned || (contentType === undefined && typeof returned === 'object')
  })
  return (serialize as Serialize | undefined) ?? JSON.stringify
}

/** The entry of a response map that applies to a status. */
export function entryOf(
  { byStatus, byClass, otherwise }: ResponseSerializers,
  statusCode: number
): Serialize | ByMediaType | undefined {
  return byStatus.get(statusCode) ?? byClass.get(Math.trunc(statusCode / 100)) ?? otherwise
}

/** Whether a response map declares any success: a status of 200-299, the class `2xx` or `default`. */
function declaresSuccess({ byStatus, byClass, otherwise }: ResponseSerializers): boolean {
  return (
    otherwise !== undefined || byClass.has(2) || [...byStatus.keys()].some((status) => status >= 200 && status < 300)
  )
}

/**
 * The status of a response if the handler sets none. If the route declares exactly one success status, as a number and with content, it is that
 * status; otherwise it is 200. Types: `PlainStatusOf` in types/response.ts.
 */
export function plainStatusOf({ byStatus, byClass, otherwise }: ResponseSerializers): number {
  const [sole, ...others] = [...byStatus.keys()].filter((status) => status >= 200 && status < 300)
  if (sole === undefined || others.length > 0 || byClass.has(2) || otherwise !== undefined) return 200
  return contentless.has(sole) ? 200 : sole
}

/** Finds the serializer of a media type within an entry, or of the catch-all media type. */
const serializerAmong = (entry: ByMediaType, mediaType: string): Serialize | undefined =>
  entry.get(mediaType) ?? entry.get('*/*')

/**
 * Finds the serializer that a route declares for a reply. If the entry of the status lists media types, other types have no serializer, except
 * through the catch-all. For example, the entry `2xx` is not searched if `200` exists and does not list the type.
 *
 * @param mediaType the reply's content type without parameters: `type/subtype` in lower case
 */
export function findSerializer(
  serializers: ResponseSerializers,
  statusCode: number,
  mediaType: string | undefined
): Serialize | undefined {
  const entry = entryOf(serializers, statusCode)
  if (entry === undefined || typeof entry === 'function') return entry
  return serializerAmong(entry, mediaType ?? '')
}

const eventType = 'text/event-stream'

/** Finds the event serializer of a reply, if its status declares an event stream. `mediaType` is `undefined` while no content type is set. */
export function findEvents(
  serializers: ResponseSerializers,
  statusCode: number,
  mediaType: string | undefined = eventType
): EventSerialize | undefined {
  const entry = mediaType === eventType ? entryOf(serializers, statusCode) : undefined
  const found = entry instanceof Map ? entry.get(eventType) : undefined
  return found && isEventSerializer(found) ? found : undefined
}

export function declaresEvents({ byStatus, byClass, otherwise }: ResponseSerializers): boolean {
  const entries = [...byStatus.values(), ...byClass.values(), otherwise]
  return entries.some((entry) => entry instanceof Map && [...entry.values()].some(isEventSerializer))
}

/** Finds the serializer declared under exactly this key of the response map. */
export function exactSerializer(
  { byStatus, byClass, otherwise }: ResponseSerializers,
  key: string | number,
  mediaType: string | undefined
): Serialize | undefined {
  const name = String(key).toLowerCase()
  const entry =
    name === 'default' ? otherwise : name.endsWith('xx') ? byClass.get(Number(name[0])) : byStatus.get(Number(name))
  return entry === undefined || typeof entry === 'function' ? entry : entry.get(mediaType ?? '')
}

export type SerializePayload = (exchange: Exchange, payload: unknown) => unknown

/** Serializes by the reply's own serializer, or as plain JSON. For routes without response schemas, in contexts without a serializer. */
export const serializePlainly: SerializePayload = (exchange, payload) =>
  exchange.serializer === null ? JSON.stringify(payload) : exchange.serializer(payload)

/** Compiles serialization. It uses the reply's serializer, else `custom` of the context, else the response schema's, else plain JSON. */
export function compileSerialize(
  app: object,
  custom: Callable | undefined,
  serializers: ResponseSerializers | null
): SerializePayload {
  if (custom !== undefined) {
    return ({ serializer, transport }, payload) =>
      serializer === null ? custom.call(app, payload, transport.statusCode) : serializer(payload)
  }
  if (serializers === null) return serializePlainly
  return ({ reply, serializer, transport }, payload) => {
    if (serializer !== null) return serializer(payload)
    const entry = entryOf(serializers, transport.statusCode)
    // Without a content type, a response is JSON. The content type may be set on the reply or on Node's response.
    const serialize = typeof entry === 'object' ? serializerAmong(entry, reply.mediaType ?? 'application/json') : entry
    return (serialize ?? JSON.stringify)(payload)
  }
}

/**
 * Makes the check that a response is declared. A status of 200-299 must be declared. If its entry lists media types, the response must have one of
 * them. Other statuses and responses without content need not be declared. A map without any success status allows all responses, because
 * applications share maps of errors among routes that send files.
 */
export function compileResponseCheck(
  { method, url }: RouteName,
  serializers: ResponseSerializers
): ((exchange: Exchange) => Error | null) | null {
  if (!declaresSuccess(serializers)) return null
  return ({ reply, transport }) => {
    const { statusCode } = transport
    if (statusCode < 200 || statusCode > 299) return null
    const entry = entryOf(serializers, statusCode)
    if (entry === undefined) return new errors.ESP_ERR_RESPONSE_STATUS_UNDECLARED(url, method, statusCode)
    if (typeof entry === 'function') return null
    const { mediaType } = reply
    if (entry.has(mediaType ?? '') || entry.has('*/*')) return null
    return new errors.ESP_ERR_RESPONSE_TYPE_UNDECLARED(url, method, statusCode, mediaType ?? 'no media type')
  }
}
