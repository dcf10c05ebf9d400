/**
 * What a document of OpenAPI is made of, as one table: which members of a part hold which parts (OpenAPI 3.1 §4.8, 3.2 §4). Everything else in it
 * is plain JSON, such as an example, and may look like a part without being one.
 */
import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'

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

/** One part, a record of parts, or a list of them. */
type Member = Kind | readonly ['record' | 'list', Kind]

const record = (kind: Kind): Member => ['record', kind]
const list = (kind: Kind): Member => ['list', kind]
const all = (member: Member, ...names: string[]) => Object.fromEntries(names.map((name) => [name, member]))

/** The methods that a path item has members for. */
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
  schema: {
    ...all(record('schema'), 'properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'),
    ...all(list('schema'), 'allOf', 'anyOf', 'oneOf', 'prefixItems'),
    ...all('schema', 'items', 'not', 'if', 'then', 'else', 'contains', 'additionalProperties', 'propertyNames'),
    ...all('schema', 'unevaluatedItems', 'unevaluatedProperties', 'contentSchema')
  },
  plain: {}
}

/** The path of a part in its document, as a list of names. */
export type Place = readonly string[]

type Change = (part: JsonObject, kind: Kind, place: Place) => unknown

/** Returns a part with what `change` makes of the parts inside it, inner ones first, and then of itself. */
export function changeParts(value: unknown, kind: Kind, change: Change, place: Place = []): unknown {
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const member = memberOf(kind, name)
    return [name, member === undefined ? inner : changeMember(inner, member, change, [...place, name])] as const
  })
  return change(Object.fromEntries(entries), kind, place)
}

/** What OpenAPI has under a name; nothing for one that every object has, such as `constructor`. */
function memberOf(kind: Kind, name: string): Member | undefined {
  if (Object.hasOwn(members[kind], name)) return members[kind][name]
  return name.startsWith('x-') ? undefined : members[kind]['*']
}

function changeMember(value: unknown, member: Member, change: Change, place: Place): unknown {
  if (typeof member === 'string') return changeParts(value, member, change, place)
  const [form, kind] = member
  if (form === 'list')
    return Array.isArray(value)
      ? value.map((item, at) => changeParts(item, kind, change, [...place, String(at)]))
      : value
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [
    name,
    // What extends a record of paths or responses is no path and no response.
    isExtension(name, kind) ? inner : changeParts(inner, kind, change, [...place, name])
  ])
  return Object.fromEntries(entries)
}

const isExtension = (name: string, kind: Kind) => name.startsWith('x-') && (kind === 'pathItem' || kind === 'response')

export type Visit = (part: JsonObject, kind: Kind, place: Place) => void

/** Calls `visit` with each part, inner ones first. */
export function visitParts(value: unknown, kind: Kind, visit: Visit, place: Place = []): void {
  const change: Change = (part, ...where) => {
    visit(part, ...where)
    return part
  }
  changeParts(value, kind, change, place)
}
