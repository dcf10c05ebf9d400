import { isPlainObject } from '@espalier/command-kit'
import { itemSchemaOf } from '../item-schema.ts'
import { type JsonObject, objectIn } from '../json.ts'
import { componentNamed } from '../reference.ts'
import { eventsNode } from './event-node.ts'
import { type Node, plain, plainMembers, present, recordNode, schemaNode } from './node.ts'
import type { Reading, Section } from './reading.ts'

/** Returns one schema if the body can only be JSON, because its type is known then. Otherwise returns a schema for each media type. */
export function bodyNode(given: unknown, reading: Reading): Node | undefined {
  const body = reading.resolve(given)
  const content = objectIn(objectIn(body).content)
  if (!isPlainObject(body) || Object.keys(content).length === 0) return undefined
  return shared(given, 'requestBodies', reading, () => {
    // The router validates a missing body as null. So the schema of an optional body must accept null.
    const read = (schema: unknown) => (body.required === true ? schema : orNothing(schema))
    const schema = jsonSchemaIn(content)
    if (schema !== undefined) return schemaNode(read(schema))
    return recordNode([...descriptionOf(body), ['content', contentNode(content, reading, read)]])
  })
}

const nothing = { type: 'null' }
const beside = ['anyOf', 'title', 'description']

function orNothing(schema: unknown): unknown {
  if (schema === undefined) return undefined
  const isUnion = isPlainObject(schema) && Object.keys(schema).every((key) => beside.includes(key))
  return isUnion && Array.isArray(schema.anyOf)
    ? { ...schema, anyOf: [...schema.anyOf, nothing] }
    : { anyOf: [schema, nothing] }
}

export function responseNode(given: unknown, status: string, reading: Reading): Node {
  return shared(given, 'responses', reading, () => makeResponse(objectIn(reading.resolve(given)), status, reading))
}

function makeResponse(response: JsonObject, status: string, reading: Reading): Node {
  const { description } = response
  const content = objectIn(response.content)
  const headers = headersNode(response.headers, reading)
  const rest = [...descriptionOf(response), ...present([['headers', headers]]), ...plainMembers(response, isExtension)]
  const isBodiless = /^(?:1..|204|205|304)$/.test(status)
  if (isBodiless || Object.keys(content).length === 0)
    return schemaNode({ type: 'null', ...(description !== undefined && { description }) })
  const stream = Object.keys(content).length === 1 ? eventsNode(content, reading.resolve) : undefined
  if (stream !== undefined) return stream
  return recordNode([...rest, ['content', contentNode(content, reading)]])
}

const isExtension = (name: string) => name.startsWith('x-')

const descriptionOf = ({ description }: JsonObject): (readonly [string, Node])[] =>
  typeof description === 'string' ? [['description', plain(description)]] : []

function shared(given: unknown, section: Section, { share }: Reading, make: () => Node): Node {
  const name = componentNamed(given, section)
  return name === undefined ? make() : share(section, name, make)
}

/** Returns `undefined` if the media type object has members other than `schema`, because a single schema cannot express them. */
function jsonSchemaIn(content: JsonObject): unknown {
  const [[type, entry] = [], ...others] = Object.entries(content)
  if (others.length > 0 || type !== 'application/json' || !isPlainObject(entry)) return undefined
  return Object.keys(entry).every((name) => name === 'schema') ? entry.schema : undefined
}

/** Members of a media type object that `openapi()` copies to its document. */
const copied = new Set(['example', 'examples', 'encoding'])

function contentNode(
  content: JsonObject,
  { resolve }: Reading,
  read: (schema: unknown) => unknown = (schema) => schema
): Node {
  const entries = Object.entries(content).map(([type, given]) => {
    const entry = objectIn(resolve(given))
    const itemSchema = itemSchemaOf(entry)
    const item = itemSchema === undefined ? [] : [['itemSchema', schemaNode(itemSchema)] as const]
    const members = plainMembers(entry, (name) => name !== 'x-itemSchema' && (copied.has(name) || isExtension(name)))
    return [type, recordNode([['schema', schemaNode(read(entry.schema) ?? {})], ...item, ...members])] as const
  })
  return recordNode(entries)
}

function headersNode(headers: unknown, { resolve }: Reading): Node | undefined {
  const entries = Object.entries(objectIn(headers)).map(([name, given]) => {
    const { description, schema } = objectIn(resolve(given))
    return [
      name,
      schemaNode({ ...objectIn(schema ?? { type: 'string' }), ...(description !== undefined && { description }) })
    ] as const
  })
  return entries.length === 0 ? undefined : recordNode(entries)
}
