/**
 * The table of objects in an OpenAPI document, such as path items and schemas (OpenAPI 3.1 §4.8, 3.2 §4). These objects are named parts here. A
 * member that is not in the table is plain JSON, such as an example, even if its value looks like a schema.
 */
import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'
import { type Keyword, keywords } from './keyword.ts'

export type Kind =
  | 'document'
  | 'components'
  | 'pathItem'
  | 'operation'
  | 'callback'
  | 'parameter'
  | 'requestBody'
  | 'response'
  | 'mediaType'
  | 'encoding'
  | 'schema'
  | 'plain'

/** The value of a member. `some` means one object or a list of objects. */
type Member = Kind | readonly ['record' | 'list' | 'some', Kind]

const record = (kind: Kind): Member => ['record', kind]
const list = (kind: Kind): Member => ['list', kind]
const all = (member: Member, ...names: string[]) => Object.fromEntries(names.map((name) => [name, member]))

/** The values of keywords. `dependencies` may also contain lists of names, which are plain JSON. */
const byForm: Readonly<Record<NonNullable<Keyword['holds']>, Member>> = {
  schema: 'schema',
  schemas: list('schema'),
  'schema or schemas': ['some', 'schema'],
  'schemas by name': record('schema'),
  'schemas or names by name': record('schema')
}

/** The members of a path item that are operations. Operations with other methods are in `additionalOperations`. */
export const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const

const members: Readonly<Record<Kind, Readonly<Record<string, Member>>>> = {
  document: { ...all(record('pathItem'), 'paths', 'webhooks'), components: 'components' },
  components: {
    ...all(record('parameter'), 'parameters', 'headers'),
    ...all(record('plain'), 'examples', 'links', 'securitySchemes'),
    schemas: record('schema'),
    responses: record('response'),
    requestBodies: record('requestBody'),
    callbacks: record('callback'),
    pathItems: record('pathItem'),
    mediaTypes: record('mediaType')
  },
  pathItem: {
    ...all('operation', ...methods),
    additionalOperations: record('operation'),
    parameters: list('parameter')
  },
  operation: {
    parameters: list('parameter'),
    requestBody: 'requestBody',
    responses: record('response'),
    callbacks: record('callback')
  },
  callback: { '*': 'pathItem' },
  parameter: { schema: 'schema', content: record('mediaType'), examples: record('plain') },
  requestBody: { content: record('mediaType') },
  response: { content: record('mediaType'), headers: record('parameter'), links: record('plain') },
  mediaType: {
    ...all('schema', 'schema', 'itemSchema', 'x-itemSchema'),
    encoding: record('encoding'),
    examples: record('plain')
  },
  encoding: { headers: record('parameter') },
  schema: Object.fromEntries(
    [...keywords].flatMap(([name, { holds }]) => (holds === undefined ? [] : [[name, byForm[holds]]]))
  ),
  plain: {}
}

/** The keys that lead to a value in the document, such as `['paths', '/books', 'get']`. */
export type JsonPath = readonly string[]

type Change = (part: JsonObject, kind: Kind, path: JsonPath) => unknown

type Each = (value: unknown, kind: Kind, path: JsonPath) => unknown

/** Returns a copy in which `change` replaces each object of the document, inner objects first. */
export function changeParts(value: unknown, kind: Kind, change: Change, path: JsonPath = []): unknown {
  if (!isPlainObject(value)) return value
  const each: Each = (inner, ...where) => changeParts(inner, where[0], change, where[1])
  const entries = Object.entries(value).map(([name, inner]) => {
    const member = memberOf(kind, name)
    return [name, member === undefined ? inner : changeMember(inner, member, each, [...path, name])] as const
  })
  return change(Object.fromEntries(entries), kind, path)
}

/** Changes the direct subschemas of a schema, under the keywords in `among`. */
export function changeSchemas(
  schema: JsonObject,
  among: ReadonlySet<string>,
  change: (inner: unknown, path: JsonPath) => unknown
): JsonObject {
  const entries = Object.entries(schema).map(([name, value]) => {
    const member = among.has(name) ? memberOf('schema', name) : undefined
    const each: Each = (inner, _kind, path) => change(inner, path)
    return [name, member === undefined ? value : changeMember(value, member, each, [name])] as const
  })
  return Object.fromEntries(entries)
}

export function visitSchemas(
  schema: JsonObject,
  among: ReadonlySet<string>,
  visit: (inner: unknown, path: JsonPath) => void
): void {
  changeSchemas(schema, among, visit)
}

/** Returns the row for a member. Inherited names of objects, such as `constructor`, must not be found in the table. */
function memberOf(kind: Kind, name: string): Member | undefined {
  if (Object.hasOwn(members[kind], name)) return members[kind][name]
  return name.startsWith('x-') ? undefined : members[kind]['*']
}

function changeMember(value: unknown, member: Member, each: Each, path: JsonPath): unknown {
  if (typeof member === 'string') return each(value, member, path)
  const [form, kind] = member
  if (Array.isArray(value))
    return form === 'record' ? value : value.map((item, at) => each(item, kind, [...path, String(at)]))
  if (form === 'some') return each(value, kind, path)
  if (form === 'list' || !isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    // Extensions, such as `x-logo`, may stand beside paths or statuses, but are plain JSON.
    isExtension(name, kind) ? inner : each(inner, kind, [...path, name])
  ])
  return Object.fromEntries(entries)
}

const isExtension = (name: string, kind: Kind) => name.startsWith('x-') && (kind === 'pathItem' || kind === 'response')

export type Visit = (part: JsonObject, kind: Kind, path: JsonPath) => void

export function visitParts(value: unknown, kind: Kind, visit: Visit, path: JsonPath = []): void {
  const change: Change = (part, ...where) => {
    visit(part, ...where)
    return part
  }
  changeParts(value, kind, change, path)
}
