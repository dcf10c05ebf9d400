/** Bodies by their media types. */

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

/** Media types of what says none: what the route lists, or what the application does with such a value. */
type Fallback = (isText: boolean) => readonly string[]

const streamed = 'A stream of items, one after the other; x-itemSchema describes each of them.'

/** A schema, or schemas by media type, as a content map of OpenAPI. */
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

/** The schemas of an entry by media type; `undefined` for a schema, whose field may be called `content`. */
export function contentOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(value) || !isPlainObject(value.content)) return undefined
  return Object.keys(value.content).some((key) => key.includes('/')) ? value.content : undefined
}

function describeEntry(type: string, entry: unknown, way: Scope['way'], site: ContentSite): object {
  const { schema, itemSchema, ...rest } = isPlainObject(entry) ? entry : {}
  const toSchema = (given: unknown) => convertPart(partOf(given, way, site), site)
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => isSaid(name)))
  const stream = eventsOf(entry)
  // The schema of lines is that of each of them.
  const isOfItems = stream === undefined && itemSchema === undefined && way === 'out' && isOfLines(type)
  const item = isOfItems ? schema : itemSchema
  const whole = schema === undefined || isOfItems ? {} : { schema: toSchema(schema) }
  if (stream === undefined && item === undefined) return { ...whole, ...Object(toJson(kept)) }
  const items = stream === undefined ? toSchema(item) : toItemSchema(mapValues(stream.schemas, toSchema))
  // Before 3.2 there is a schema for the whole alone, which is text.
  const before = { schema: { type: 'string', description: streamed }, ...whole, 'x-itemSchema': items }
  return { ...(site.version === '3.1' ? before : { ...whole, itemSchema: items }), ...Object(toJson(kept)) }
}

const mapValues = (schemas: object, write: (schema: unknown) => unknown) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, Object(write(schema))]))

const isSaid = (name: string) => ['example', 'examples', 'encoding'].includes(name) || name.startsWith('x-')

/** Headers of an answer may be declared beside its schema; they are no keyword of it. */
function withoutHeaders(schema: unknown): unknown {
  if (isPlainObject(schema)) delete schema.headers
  return schema
}

/** A value that is text is not written as JSON unless it is told to be. */
function isText(schema: unknown, scope: Scope): boolean {
  if (!isPlainObject(schema)) return false
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref, scope) : undefined
  return target === undefined
    ? schema.type === 'string'
    : isText(target.schema, { ...scope, document: target.document })
}

/** Tells a schema of nothing: `Type.Null()`, or `{ type: 'null' }`. */
export const isNothing = (value: unknown): boolean => isPlainObject(value) && value.type === 'null'
