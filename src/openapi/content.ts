import { isPlainObject } from '../base/plain-object.ts'
import { eventsOf, toItemSchema } from '../contract/events.ts'
import { unwrapFluent } from '../schema/foreign-schema.ts'
import { isOfLines } from '../stage/send-iterable.ts'
import { convertPart, type OperationContext, partOf } from './part.ts'
import { mapValues, toJson } from './schema/convert.ts'
import { resolve } from './schema/resolve.ts'
import type { Scope } from './schema/scope.ts'

export type Content = Readonly<Record<string, object>>

type DefaultMediaTypes = (isText: boolean) => readonly string[]

const streamed = 'A stream of items, one after the other; x-itemSchema describes each of them.'

export function describeContent(
  given: unknown,
  way: Scope['way'],
  defaultTypes: DefaultMediaTypes,
  context: OperationContext
): Content {
  const value = unwrapFluent(given)
  const content = contentOf(value)
  if (content !== undefined) {
    const types = Object.entries(content).map(([type, entry]) => [type, describeEntry(type, entry, way, context)])
    return Object.fromEntries(types)
  }
  const part = partOf(value, way, context)
  const schema = withoutHeaders(convertPart(part, context))
  return Object.fromEntries(defaultTypes(isText(part.schema, part.scope)).map((type) => [type, { schema }]))
}

/** Returns the map of media types of an entry. Returns `undefined` if the entry is one schema, even a schema with a property called `content`. */
export function contentOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (!isPlainObject(value) || !isPlainObject(value.content)) return undefined
  return Object.keys(value.content).some((key) => key.includes('/')) ? value.content : undefined
}

function describeEntry(type: string, entry: unknown, way: Scope['way'], context: OperationContext): object {
  const { schema, itemSchema, ...rest } = isPlainObject(entry) ? entry : {}
  const toSchema = (given: unknown) => convertPart(partOf(given, way, context), context)
  const kept = Object.fromEntries(Object.entries(rest).filter(([name]) => isCopied(name)))
  const stream = eventsOf(entry)
  // For line-based media types, such as `application/jsonl`, the schema describes one line.
  const isOfItems = stream === undefined && itemSchema === undefined && way === 'out' && isOfLines(type)
  const item = isOfItems ? schema : itemSchema
  const whole = schema === undefined || isOfItems ? {} : { schema: toSchema(schema) }
  if (stream === undefined && item === undefined) return { ...whole, ...Object(toJson(kept)) }
  const items =
    stream === undefined ? toSchema(item) : toItemSchema(mapValues(stream.schemas, (one) => Object(toSchema(one))))
  // OpenAPI 3.1 lacks `itemSchema`: there, the schema describes the whole body as a string.
  const before = { schema: { type: 'string', description: streamed }, ...whole, 'x-itemSchema': items }
  return { ...(context.version === '3.1' ? before : { ...whole, itemSchema: items }), ...Object(toJson(kept)) }
}

const isCopied = (name: string) => ['example', 'examples', 'encoding'].includes(name) || name.startsWith('x-')

/** Removes `headers`, which is not a keyword of JSON Schema. OpenAPI describes response headers beside the content. */
function withoutHeaders(schema: unknown): unknown {
  if (isPlainObject(schema)) delete schema.headers
  return schema
}

function isText(schema: unknown, scope: Scope): boolean {
  if (!isPlainObject(schema)) return false
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref, scope) : undefined
  return target === undefined
    ? schema.type === 'string'
    : isText(target.schema, { ...scope, document: target.document })
}

export const hasNoContent = (value: unknown): boolean => isPlainObject(value) && value.type === 'null'
