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
      (callCompiler({
        kind: 'serializer',
        compiler,
        request: { ...request, ...where, httpStatus: key },
        described: { httpStatus: key },
        refusesNoFunctions: policy.refusesNoFunctions,
        // As in Fastify, a falsy result counts as no serializer. So does an object for a status with one schema for all media types, because
        // Fastify takes the object for a map.
        isIgnored: (returned) => !returned || (request.contentType === undefined && typeof returned === 'object')
      }) as Serialize | undefined) ?? JSON.stringify
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

export function entryOf(
  { byStatus, byClass, otherwise }: ResponseSerializers,
  statusCode: number
): Serialize | ByMediaType | undefined {
  return byStatus.get(statusCode) ?? byClass.get(Math.trunc(statusCode / 100)) ?? otherwise
}

function declaresSuccess({ byStatus, byClass, otherwise }: ResponseSerializers): boolean {
  return (
    otherwise !== undefined || byClass.has(2) || [...byStatus.keys()].some((status) => status >= 200 && status < 300)
  )
}

/** The status of a response if the handler sets none. Types: `PlainStatusOf` in types/response.ts. */
export function plainStatusOf({ byStatus, byClass, otherwise }: ResponseSerializers): number {
  const [sole, ...others] = [...byStatus.keys()].filter((status) => status >= 200 && status < 300)
  if (sole === undefined || others.length > 0 || byClass.has(2) || otherwise !== undefined) return 200
  return contentless.has(sole) ? 200 : sole
}

const serializerAmong = (entry: ByMediaType, mediaType: string): Serialize | undefined =>
  entry.get(mediaType) ?? entry.get('*/*')

/**
 * If the entry `200` does not list the media type, the entry `2xx` is not tried.
 *
 * @param mediaType without parameters: `type/subtype` in lower case
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

/** `mediaType` is `undefined` while no content type is set. */
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

/** For routes without response schemas, in contexts without `replySerializer`. */
export const serializePlainly: SerializePayload = (exchange, payload) =>
  exchange.serializer === null ? JSON.stringify(payload) : exchange.serializer(payload)

/** The serializer of the reply takes precedence over `custom`, the serializer of the context. Both take precedence over response schemas. */
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
    const serialize = typeof entry === 'object' ? serializerAmong(entry, reply.mediaType ?? 'application/json') : entry
    return (serialize ?? JSON.stringify)(payload)
  }
}

/** A response map without any success status allows all responses, because applications share maps of errors among routes that send files. */
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
