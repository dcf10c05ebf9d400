/** The table of objects in an OpenAPI document (3.1 §4.8, 3.2 §4): the members of each kind of object, and the kinds of their values. */
import type { JsonObject } from '../json.ts'

export type Kind =
  | ('document' | 'info' | 'contact' | 'license' | 'components' | 'pathItem' | 'operation' | 'callback' | 'docs')
  | ('parameter' | 'header' | 'requestBody' | 'response' | 'mediaType' | 'encoding' | 'example' | 'link')
  | ('schema' | 'tag' | 'server' | 'variable' | 'requirement' | 'scheme' | SchemeKind | 'flows' | FlowKind)
  | ('name' | 'word' | 'text' | 'address' | 'email' | 'flag' | 'plain')
type SchemeKind = 'apiKey' | 'http' | 'mutualTLS' | 'oauth2' | 'openIdConnect'
type FlowKind = 'implicit' | 'tokenFlow' | 'authorizationCode' | 'deviceAuthorization'

/** The rule for the keys in a map, such as `status` for the keys of `responses`. */
export type Naming = 'component' | 'path' | 'status' | 'token'

export interface Member {
  readonly form: 'one' | 'record' | 'list'
  readonly kind: Kind
  /** Whether only the application can add such objects, as with operations. A patch can only change them. */
  readonly isOwned?: boolean
  readonly naming?: Naming
  readonly among?: readonly string[]
  /** Whether the member exists only in OpenAPI 3.2. */
  readonly isLater?: boolean
}

type Members = Readonly<Record<string, Member>>

const one = (kind: Kind): Member => ({ form: 'one', kind })
const record = (kind: Kind, naming?: Naming): Member => ({ form: 'record', kind, ...(naming && { naming }) })
const list = (kind: Kind): Member => ({ form: 'list', kind })
const among = (texts: string): Member => ({ ...one('text'), among: texts.split(' ') })
const owned = (member: Member): Member => ({ ...member, isOwned: true })
const all = (member: Member, names: string): Members =>
  Object.fromEntries(names.split(' ').map((name) => [name, member]))
const later = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, { ...member, isLater: true }]))
const texts = (names: string) => all(one('text'), names)
const addresses = (names: string) => all(one('address'), names)
const flags = (names: string) => all(one('flag'), names)

const plain = one('plain')
const examples: Members = { example: plain, examples: record('example') }
const field: Members = {
  ...{ ...texts('description'), ...flags('required deprecated explode'), ...examples },
  ...{ schema: one('schema'), content: record('mediaType') }
}
const scheme: Members = { ...texts('type description'), ...later(flags('deprecated')) }
const flow: Members = { ...addresses('refreshUrl'), scopes: record('text') }
const encodings: Members = { prefixEncoding: list('encoding'), itemEncoding: one('encoding') }
/** The values of `style` for query parameters, and for the fields of a form (3.1 §4.8.12.2.1). */
export const queryStyles = 'form spaceDelimited pipeDelimited deepObject'

const members: Readonly<Partial<Record<Kind, Members>>> = {
  document: {
    ...{ ...texts('openapi'), ...addresses('jsonSchemaDialect'), ...later(addresses('$self')), info: one('info') },
    ...{ paths: owned(record('pathItem', 'path')), webhooks: record('pathItem'), components: one('components') },
    ...{ tags: list('tag'), servers: list('server'), security: list('requirement'), externalDocs: one('docs') }
  },
  info: {
    ...{ ...texts('title summary description version'), ...addresses('termsOfService') },
    ...{ contact: one('contact'), license: one('license') }
  },
  contact: { ...texts('name'), ...addresses('url'), email: one('email') },
  license: { ...texts('name identifier'), ...addresses('url') },
  components: {
    ...{ schemas: record('schema', 'component'), parameters: record('parameter', 'component') },
    ...{ headers: record('header', 'component'), responses: record('response', 'component') },
    ...{ requestBodies: record('requestBody', 'component'), links: record('link', 'component') },
    ...{ securitySchemes: record('scheme', 'component'), callbacks: record('callback', 'component') },
    ...{ pathItems: record('pathItem', 'component'), examples: record('example', 'component') },
    ...later({ mediaTypes: record('mediaType', 'component') })
  },
  pathItem: {
    ...{ ...texts('summary description'), parameters: list('parameter'), servers: list('server') },
    ...all(owned(one('operation')), 'get put post delete options head patch trace'),
    ...later({ query: owned(one('operation')), additionalOperations: owned(record('operation')) })
  },
  operation: {
    ...{ ...texts('summary description operationId'), ...flags('deprecated'), externalDocs: one('docs') },
    ...{ parameters: list('parameter'), requestBody: owned(one('requestBody')) },
    ...{ responses: owned(record('response', 'status')), callbacks: record('callback') },
    ...{ tags: list('name'), servers: list('server'), security: list('requirement') }
  },
  callback: { '*': one('pathItem') },
  parameter: {
    ...{ ...field, ...texts('name style'), ...flags('allowEmptyValue allowReserved') },
    in: among('query header path cookie querystring')
  },
  header: { ...field, style: among('simple') },
  requestBody: { ...texts('description'), ...flags('required'), content: owned(record('mediaType')) },
  response: {
    ...{ ...texts('description'), ...later(texts('summary')), headers: record('header', 'token') },
    ...{ content: owned(record('mediaType')), links: record('link') }
  },
  mediaType: {
    ...{ ...examples, schema: one('schema'), encoding: record('encoding'), 'x-itemSchema': one('schema') },
    ...later({ itemSchema: one('schema'), ...texts('description'), ...encodings })
  },
  encoding: {
    ...{ ...texts('contentType'), ...flags('explode allowReserved'), headers: record('header', 'token') },
    ...{ style: among(queryStyles), ...later({ encoding: record('encoding'), ...encodings }) }
  },
  example: {
    ...{ ...texts('summary description'), value: plain, ...addresses('externalValue') },
    ...later({ dataValue: plain, ...texts('serializedValue') })
  },
  link: {
    ...{ ...addresses('operationRef'), ...texts('operationId description'), parameters: record('text') },
    ...{ requestBody: plain, server: one('server') }
  },
  schema: {
    ...{ properties: owned(record('schema')), ...all(record('schema'), 'patternProperties $defs dependentSchemas') },
    ...all(list('schema'), 'allOf anyOf oneOf prefixItems'),
    ...all(one('schema'), 'items not if then else contains additionalProperties propertyNames contentSchema'),
    ...all(one('schema'), 'unevaluatedItems unevaluatedProperties'),
    ...{ ...all(list('word'), 'required type'), ...all(list('plain'), 'enum examples'), externalDocs: one('docs') }
  },
  tag: { ...texts('name description'), externalDocs: one('docs'), ...later(texts('summary parent kind')) },
  server: { ...texts('url description'), ...later(texts('name')), variables: record('variable') },
  variable: { ...texts('default description'), enum: list('text') },
  docs: { ...texts('description'), ...addresses('url') },
  requirement: { '*': list('text') },
  scheme: { ...scheme, type: among('apiKey http mutualTLS oauth2 openIdConnect') },
  apiKey: { ...scheme, ...texts('name'), in: among('query header cookie') },
  http: { ...scheme, ...texts('scheme bearerFormat') },
  mutualTLS: scheme,
  oauth2: { ...scheme, flows: one('flows'), ...later(addresses('oauth2MetadataUrl')) },
  openIdConnect: { ...scheme, ...addresses('openIdConnectUrl') },
  flows: {
    ...{ implicit: one('implicit'), ...all(one('tokenFlow'), 'password clientCredentials') },
    ...{ authorizationCode: one('authorizationCode'), ...later({ deviceAuthorization: one('deviceAuthorization') }) }
  },
  implicit: { ...flow, ...addresses('authorizationUrl') },
  tokenFlow: { ...flow, ...addresses('tokenUrl') },
  authorizationCode: { ...flow, ...addresses('authorizationUrl tokenUrl') },
  deviceAuthorization: { ...flow, ...addresses('deviceAuthorizationUrl tokenUrl') }
}

export const isExtension = (name: string) => name.startsWith('x-')

/** Rules of maps that may have extensions (`x-…`): `paths` and `responses`. Other maps, such as `webhooks`, may not. */
const extended = new Set<Naming | undefined>(['path', 'status'])

/**
 * Returns the row for a member. Inherited names of objects, such as `constructor`, have none. Extensions, and unknown keywords of a schema, are plain
 * JSON.
 */
export function memberOf(kind: Kind, name: string): Member | undefined {
  const known = members[kind] ?? {}
  if (Object.hasOwn(known, name)) return known[name]
  if (kind === 'schema' || (isExtension(name) && kind !== 'requirement')) return plain
  return known['*']
}

export function entryOf({ kind, isOwned = false, naming }: Member, name: string): Member {
  return extended.has(naming) && isExtension(name) ? plain : { form: 'one', kind, isOwned }
}

/** Returns the exact kind of an object. The kind of a security scheme depends on its `type`. */
export function kindOf(kind: Kind, { type }: { readonly type?: unknown }): Kind {
  const isKnown = kind === 'scheme' && typeof type === 'string' && memberOf('scheme', 'type')?.among?.includes(type)
  return isKnown ? (type as SchemeKind) : kind
}

const instead: Readonly<Record<string, readonly string[]>> = {
  content: ['schema', 'style', 'explode', 'allowReserved', 'example', 'examples'],
  example: ['examples'],
  examples: ['example'],
  value: ['externalValue', 'dataValue', 'serializedValue'],
  externalValue: ['value', 'serializedValue'],
  dataValue: ['value'],
  serializedValue: ['value', 'externalValue'],
  encoding: ['prefixEncoding', 'itemEncoding'],
  prefixEncoding: ['encoding'],
  itemEncoding: ['encoding'],
  operationId: ['operationRef'],
  operationRef: ['operationId'],
  identifier: ['url'],
  url: ['identifier']
}

/** Returns the members that must not stand beside a member: a license cannot have both `url` and `identifier`. */
export function insteadOf(name: string): readonly string[] {
  return (Object.hasOwn(instead, name) && instead[name]) || []
}

/** References to objects of these kinds are replaced by their targets. The document of an application has no such references. */
export const followed: ReadonlySet<Kind> = new Set<Kind>(['pathItem', 'parameter', 'header', 'requestBody', 'response'])

export const referring: ReadonlySet<Kind> = new Set([...followed, 'schema', 'example', 'link', 'scheme', 'callback'])

/** A schema without any of these keywords accepts every value. */
export const restrictingKeywords = 'type enum const $ref allOf anyOf oneOf not if properties items'.split(' ')

export const restricts = (schema: JsonObject) => restrictingKeywords.some((name) => schema[name] !== undefined)
