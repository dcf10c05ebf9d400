/**
 * The parts of a document of OpenAPI (3.1 §4.8, 3.2 §4) as a table: which members hold which parts, which of them only an application can add, and what
 * each part needs to be one. Everything else is plain JSON, such as an example.
 */
export type Kind =
  | ('document' | 'components' | 'pathItem' | 'operation' | 'callback' | 'parameter' | 'header' | 'requestBody')
  | ('response' | 'mediaType' | 'schema' | 'tag' | 'server' | 'scheme' | 'docs' | 'name' | 'plain')

/** A part, a record of parts, or a list of them. */
export interface Member {
  readonly form: 'one' | 'record' | 'list'
  readonly kind: Kind
  /** Whether the part, or each entry of the record, is there because the application has it. */
  readonly isOwned?: boolean
}

type Members = Readonly<Record<string, Member>>

const one = (kind: Kind): Member => ({ form: 'one', kind })
const record = (kind: Kind): Member => ({ form: 'record', kind })
const list = (kind: Kind): Member => ({ form: 'list', kind })
const owned = (member: Member): Member => ({ ...member, isOwned: true })
const all = (member: Member, names: string): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, member]))

const parameter: Members = { schema: one('schema'), content: record('mediaType'), examples: record('plain') }

const members: Readonly<Partial<Record<Kind, Members>>> = {
  document: {
    ...{ paths: owned(record('pathItem')), webhooks: record('pathItem'), components: one('components') },
    ...{ tags: list('tag'), servers: list('server'), security: list('plain'), externalDocs: one('docs') }
  },
  components: {
    ...{ schemas: record('schema'), parameters: record('parameter'), headers: record('header') },
    ...{ responses: record('response'), requestBodies: record('requestBody'), links: record('plain') },
    ...{ securitySchemes: record('scheme'), callbacks: record('callback'), pathItems: record('pathItem') },
    examples: record('plain')
  },
  pathItem: {
    ...all(owned(one('operation')), 'get put post delete options head patch trace query'),
    ...{ additionalOperations: owned(record('operation')), parameters: list('parameter'), servers: list('server') }
  },
  operation: {
    ...{ parameters: list('parameter'), requestBody: owned(one('requestBody')), responses: owned(record('response')) },
    ...{ callbacks: record('callback'), tags: list('name'), servers: list('server'), security: list('plain') },
    externalDocs: one('docs')
  },
  callback: { '*': one('pathItem') },
  parameter,
  header: parameter,
  requestBody: { content: owned(record('mediaType')) },
  response: { headers: record('header'), content: owned(record('mediaType')), links: record('plain') },
  mediaType: { ...all(one('schema'), 'schema itemSchema x-itemSchema'), examples: record('plain') },
  schema: {
    ...{ properties: owned(record('schema')), ...all(record('schema'), 'patternProperties $defs dependentSchemas') },
    ...all(list('schema'), 'allOf anyOf oneOf prefixItems'),
    ...all(one('schema'), 'items not if then else contains additionalProperties propertyNames contentSchema'),
    ...all(one('schema'), 'unevaluatedItems unevaluatedProperties'),
    ...{ ...all(list('name'), 'required type'), ...all(list('plain'), 'enum examples'), externalDocs: one('docs') }
  }
}

const isExtension = (name: string) => name.startsWith('x-') && name !== 'x-itemSchema'

/** What a part has under a name; nothing for plain JSON, and for a name that every object has, such as `constructor`. */
export function memberOf(kind: Kind, name: string): Member | undefined {
  const known = members[kind] ?? {}
  if (Object.hasOwn(known, name)) return known[name]
  return isExtension(name) ? undefined : known['*']
}

const extended = new Set<Kind>(['pathItem', 'response', 'callback'])

/** What a record has under a name: paths, answers and callbacks may have extensions beside them. */
export function entryOf({ kind, isOwned = false }: Member, name: string): Member | undefined {
  return extended.has(kind) && isExtension(name) ? undefined : { form: 'one', kind, isOwned }
}

/** What a part must have: one of the names in each entry. */
export const needs: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  document: ['openapi', 'info', 'paths'],
  parameter: ['name', 'in', 'schema|content'],
  header: ['schema|content'],
  requestBody: ['content'],
  response: ['description'],
  tag: ['name'],
  server: ['url'],
  scheme: ['type'],
  docs: ['url']
}

/** What cannot stand beside a member. */
export const instead: Readonly<Record<string, readonly string[]>> = {
  content: ['schema', 'style', 'explode', 'allowReserved', 'example', 'examples'],
  example: ['examples'],
  examples: ['example']
}

/** Kinds whose references are followed, because the application has such parts in their places. */
export const followed: ReadonlySet<Kind> = new Set<Kind>(['pathItem', 'parameter', 'header', 'requestBody', 'response'])

/** What says which values a schema takes. A schema without any of these takes all. */
export const telling = ['type', 'enum', 'const', '$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'properties', 'items']
