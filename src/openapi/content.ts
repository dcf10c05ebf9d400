/** Describes request and response bodies by media type. */
import type { OpenApiVersion } from '../../types/openapi.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { eventsOf, toItemSchema } from '../contract/events.ts'
import { unwrapFluent } from '../schema/foreign-schema.ts'
import { isOfLines } from '../stage/send-iterable.ts'
import { convertPart, partOf, type Site } from './part.ts'
import { toJson } from './schema/convert.ts'
import { resolve } from './schema/resolve.ts'
import type { Scope } from './schema/scope.ts'

export interface ContentSite extends Site {
  readonly version: OpenApiVersion
}

export type Content = Readonly<Record<string, object>>

/** The media types of an entry that declares none: those that the route lists, otherwise the default for text or JSON. */
type Fallback = (isText: boolean) => readonly string[]

const streamed = 'A stream of items, one after the other; x-itemSchema describes each of them.'

/** Converts a schema, or schemas by media type, to a content map of OpenAPI. */
export function describeContent(given: unknown, way: Scope['way'], fallback: Fallback, site: ContentSite): Content {
  const value = unwrapFluent(given)
  const content = contentOf(value)
  if (content !== undefined) {
    const types = Object.entries(content).map(([type, entry]) => [type, describeEntry(type, entry, way, site)] as const)
    return Object.fromEntries(types)
  }
  const part = partOf(value, way, site)
  const schema = withoutHeaders(convertPart(part, site))
  return Object.fromEntries(fallback(isText(part.schema, part.scope)).map((type) => [type, { schema }]))
}

/** The schemas of an entry by media type; `undefined` if the entry is one schema, even a schema with a field called `content`. */
export function contentOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(value) || !isPlainObject(value.content)) return undefined
  return Object.keys(value.content).some((key) => key.includes('/')) ? value.content : undefined
}

function describeEntry(type: string, entry: unknown, way: Scope['way'], site: ContentSite): object {
  const { schema, itemSchema, ...rest } = isPlainObject(entry) ? entry : {}
  const toSchema = (given: unknown) => convertPart(partOf(given, way, site), site)
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => isSaid(name)))
  const stream = eventsOf(entry)
  // For a media type such as `application/jsonl` the schema describes each line.
  const isOfItems = stream === undefined && itemSchema === undefined && way === 'out' && isOfLines(type)
  const item = isOfItems ? schema : itemSchema
  const whole = schema === undefined || isOfItems ? {} : { schema: toSchema(schema) }
  if (stream === undefined && item === undefined) return { ...whole, ...Object(toJson(kept)) }
  const items = stream === undefined ? toSchema(item) : toItemSchema(mapValues(stream.schemas, toSchema))
  // OpenAPI 3.1 has a schema only for the whole body, which is a string.
  const before = { schema: { type: 'string', description: streamed }, ...whole, 'x-itemSchema': items }
  return { ...(site.version === '3.1' ? before : { ...whole, itemSchema: items }), ...Object(toJson(kept)) }
}

const mapValues = (schemas: object, write: (schema: unknown) => unknown) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Object(write(schema))]))

const isSaid = (name: string) => ['example', 'examples', 'encoding'].includes(name) || name.startsWith('x-')

/** The key `headers` is no keyword of the schema: it declares headers of the response, which OpenAPI describes beside the content. */
function withoutHeaders(schema: unknown): unknown {
  if (isPlainObject(schema)) delete schema.headers
  return schema
}

/** Whether the values of a schema are strings, whose default media type is text and not JSON. */
function isText(schema: unknown, scope: Scope): boolean {
  if (!isPlainObject(schema)) return false
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref, scope) : undefined
  return target === undefined
    ? schema.type === 'string'
    : isText(target.schema, { ...scope, document: target.document })
}

/** Whether a schema means no content: `Type.Null()`, or `{ type: 'null' }`. */
export const isNothing = (value: unknown): boolean => isPlainObject(value) && value.type === 'null'
