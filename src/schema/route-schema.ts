/** Normalizes the `schema` option of a route. The given object stays unchanged, because several routes may share it. */
import { nearestName } from '../base/nearest-name.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { errors } from '../error/error.ts'
import { findAmbiguity, type SchemaUse } from './ambiguous-schema.ts'
import { EventSchemas, readEvents, writeOutEvents } from './event-schemas.ts'
import { findStandardSchema, unwrapFluent } from './foreign-schema.ts'
import { findClassInstance, findWithoutKeywords } from './schema-without-keywords.ts'
import { expandShorthand } from './shorthand.ts'

/** Names of the request parts in arguments of compilers and in validation errors. */
export type HttpPart = 'params' | 'body' | 'querystring' | 'headers'

/** Schemas by media type in lower case. One key may stand for all types. For an event stream, the value is an `EventSchemas`. */
export type ContentSchemas = ReadonlyMap<string, unknown>

export type BodySchema = { readonly schema: unknown } | { readonly content: ContentSchemas }

export interface NormalizedRouteSchema {
  readonly params?: unknown
  readonly querystring?: unknown
  readonly headers?: unknown
  readonly body?: BodySchema
  /** By status: `404`, a class such as `2xx`, or `default`. */
  readonly response?: ReadonlyMap<string, BodySchema>
}

export interface RouteName {
  readonly method: string
  readonly url: string
}

export interface NormalizeOptions {
  /** Whether unknown and undefined keys are accepted, as in Fastify. */
  readonly allowUnknownKeys?: boolean
  /** Whether another validator is used. Its schemas may be plain objects that are not JSON Schema. */
  readonly customValidator?: boolean
  readonly customSerializer?: boolean
  /** Whether the application compiles the schema itself, so that it may have any format. */
  readonly isBuiltElsewhere?: (use: SchemaUse) => boolean
  readonly owns?: ((schema: unknown) => boolean) | undefined
}

const parts = ['params', 'querystring', 'headers'] as const
const schemaKeys = new Set(['body', 'query', 'response', ...parts])
const documentationKeys = new Set([
  ...['$id', 'title', 'tags', 'summary', 'description', 'security', 'operationId', 'hide', 'deprecated', 'consumes'],
  ...['produces', 'externalDocs', 'callbacks', 'servers', 'links', 'cookies', 'examples']
])

/**
 * @throws ESP_ERR_SCH_UNKNOWN_KEY when a key is neither a schema nor documentation
 * @throws ESP_ERR_SCH_UNDEFINED_KEY when a key has the value `undefined`
 * @throws ESP_ERR_SCH_FOREIGN when a schema belongs to a library that the context does not use
 * @throws ESP_ERR_SCH_AMBIGUOUS when a schema may be shorthand or JSON Schema
 * @throws FST_ERR_SCH_DUPLICATE when both `query` and `querystring` are given, or a media type twice
 * @throws FST_ERR_SCH_CONTENT_MISSING_SCHEMA when a media type has no schema
 * @throws FST_ERR_SCH_VALIDATION_BUILD when a schema or subschema is a class instance without keys, such as a Map
 * @throws FST_ERR_SCH_SERIALIZATION_BUILD when a response schema is a class instance or has no known keyword, or a response key is invalid
 */
export function normalizeRouteSchema(
  given: unknown,
  where: RouteName,
  options: NormalizeOptions = {}
): NormalizedRouteSchema | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const schema = given as Readonly<Record<string, unknown>>
  if (!options.allowUnknownKeys) checkKeys(schema, where)
  const { query, querystring = query, body, response } = schema
  if (query !== undefined && schema.querystring !== undefined && !writtenOut.has(schema))
    throw new errors.FST_ERR_SCH_DUPLICATE('querystring')
  const expandAs = (part: string, use: SchemaUse) => createExpand(part, use, where, options)
  const present = parts
    .map((part) => [part, part === 'querystring' ? querystring : schema[part]] as const)
    .filter(([, value]) => value !== undefined)
  return {
    ...Object.fromEntries(present.map(([part, value]) => [part, expandAs(part, 'object')(value)])),
    ...(body !== undefined && { body: toBodySchema(body, expandAs('body', 'anything')) }),
    ...(isPresent(response) && { response: toResponseMap(response, where, options) })
  }
}

type Expand = (schema: unknown) => unknown

function createExpand(part: string, use: SchemaUse, where: RouteName, options: NormalizeOptions): Expand {
  const isCustom = use === 'response' ? options.customSerializer : options.customValidator
  return (schema) => {
    if (isCustom || options.allowUnknownKeys || options.owns?.(schema)) return expandShorthand(schema, isCustom)
    if (!options.isBuiltElsewhere?.(use)) refuseForeign(schema, part, where)
    refuseAmbiguous(schema, part, use, where)
    const written = expandShorthand(schema)
    const isOpaque = options.isBuiltElsewhere?.(use) ? undefined : findClassInstance(written)
    refuseEmpty(isOpaque ?? (use === 'response' ? findWithoutKeywords(written) : undefined), use, where)
    return written
  }
}

/** Refuses schemas of a library that the context does not use. Read as JSON Schema, they would have no or another meaning. */
function refuseForeign(schema: unknown, part: string, { method, url }: RouteName): void {
  const found = findStandardSchema(schema)
  if (found === undefined) return
  const advice =
    found.at === ''
      ? "Choose the library of its context by withTypeProvider(standardSchema()) of 'espalier/standard-schema', or write the schema with Type"
      : `It stands at '${found.at}'. Write the whole part in one library`
  throw new errors.ESP_ERR_SCH_FOREIGN(part, method, url, found.vendor, advice)
}

function refuseAmbiguous(schema: unknown, part: string, use: SchemaUse, { method, url }: RouteName): void {
  const ambiguity = findAmbiguity(schema, use)
  if (ambiguity === undefined) return
  const names = ambiguity.names.map((name) => `'${name}'`)
  const fields = `${names.length > 1 ? 'fields' : 'field'} ${names.join(', ')}`
  throw new errors.ESP_ERR_SCH_AMBIGUOUS(part, method, url, fields, ambiguity.meaning)
}

/** @param found describes a schema that has no effect */
function refuseEmpty(found: string | undefined, use: SchemaUse, { method, url }: RouteName): void {
  if (found === undefined) return
  const code = use === 'response' ? 'FST_ERR_SCH_SERIALIZATION_BUILD' : 'FST_ERR_SCH_VALIDATION_BUILD'
  const reason = `${found}, so it would hold nothing back. Write fields with Type or as JSON Schema.`
  throw new errors[code](method, url, reason)
}

/** Results of `writeOutRouteSchema` that contain `query` and `querystring`. A plugin may declare a route with them, and they are no duplicates. */
const writtenOut = new WeakSet<object>()

/** Returns the `schema` option with normalized schemas, for plugins that describe routes. Unchanged schemas stay the same objects. */
export function writeOutRouteSchema(given: unknown, { body, response, ...parts }: NormalizedRouteSchema): unknown {
  const schema = given as Readonly<Record<string, unknown>>
  const hasAlias = schema.query !== undefined
  const written = withChanges(schema, {
    ...parts,
    ...(hasAlias && { query: parts.querystring }),
    ...(body !== undefined && { body: writeOutBody(schema.body, body) }),
    ...(response !== undefined && { response: writeOutResponses(schema.response as object, response) })
  })
  if (hasAlias) writtenOut.add(written)
  return written
}

function writeOutResponses(given: object, byStatus: ReadonlyMap<string, BodySchema>): object {
  const written = Object.entries(given).map(([key, value]) => {
    const schema = byStatus.get(key.toLowerCase())
    return [key, schema === undefined ? value : writeOutBody(value, schema)]
  })
  return withChanges(given, Object.fromEntries(written))
}

function writeOutBody(given: unknown, written: BodySchema): unknown {
  if ('schema' in written) return written.schema
  const value = unwrapFluent(given) as { content: Record<string, object> }
  const content = Object.entries(value.content).map(([mediaType, entry]) => {
    const schema = written.content.get(toEssence(mediaType))
    if (!(schema instanceof EventSchemas)) return [mediaType, withChanges(entry, { schema })]
    const itemSchema = writeOutEvents(entry, schema)
    return [mediaType, itemSchema === undefined ? entry : { ...entry, itemSchema }]
  })
  return withChanges(value, { content: withChanges(value.content, Object.fromEntries(content)) })
}

function withChanges<Given extends object>(given: Given, values: Readonly<Record<string, unknown>>): Given {
  const isSame = Object.entries(values).every(([key, value]) => (given as Record<string, unknown>)[key] === value)
  return isSame ? given : { ...given, ...values }
}

function checkKeys(schema: Readonly<Record<string, unknown>>, { method, url }: RouteName): void {
  for (const [key, value] of Object.entries(schema)) {
    if (schemaKeys.has(key)) {
      if (value === undefined) throw new errors.ESP_ERR_SCH_UNDEFINED_KEY(key, method, url)
    } else if (!documentationKeys.has(key) && !key.startsWith('x-')) {
      const nearest = nearestName(key, [...schemaKeys, ...documentationKeys])
      const hint = nearest === undefined ? '' : ` Did you mean '${nearest}'?`
      throw new errors.ESP_ERR_SCH_UNKNOWN_KEY(key, method, url, hint)
    }
  }
}

function toResponseMap(response: object, where: RouteName, options: NormalizeOptions): Map<string, BodySchema> {
  const byStatus = new Map<string, BodySchema>()
  for (const [key, value] of Object.entries(response)) {
    if (value === undefined && !options.allowUnknownKeys) {
      throw new errors.ESP_ERR_SCH_UNDEFINED_KEY(`response.${key}`, where.method, where.url)
    }
    const expand = createExpand(`response ${key}`, 'response', where, options)
    byStatus.set(toStatusKey(key, where), toBodySchema(value, expand))
  }
  return byStatus
}

function toStatusKey(key: string, { method, url }: RouteName): string {
  const status = key.toLowerCase()
  if (/^[1-5](?:\d{2}|xx)$|^default$/.test(status)) return status
  const cause = new errors.FST_ERR_SCH_RESPONSE_SCHEMA_NOT_NESTED_2XX()
  throw new errors.FST_ERR_SCH_SERIALIZATION_BUILD(method, url, cause.message, { cause })
}

function toBodySchema(given: unknown, expand: Expand): BodySchema {
  const value = unwrapFluent(given)
  if (!isPlainObject(value) || !isContentMap(value.content)) return { schema: expand(value) }
  const content = new Map<string, unknown>()
  for (const [mediaType, entry] of Object.entries(value.content)) {
    const essence = toEssence(mediaType)
    const schema = readEvents(entry, expand) ?? expandOne(mediaType, entry, expand)
    if (content.has(essence)) throw new errors.FST_ERR_SCH_DUPLICATE(mediaType)
    content.set(essence, schema)
  }
  return { content }
}

function expandOne(mediaType: string, entry: unknown, expand: Expand): unknown {
  const schema = isPlainObject(entry) ? entry.schema : undefined
  if (!isPresent(schema) && typeof schema !== 'boolean') throw new errors.FST_ERR_SCH_CONTENT_MISSING_SCHEMA(mediaType)
  return expand(schema)
}

/** Whether `content` is a map of media types, which contain a slash, or the schema of a property called `content`. */
function isContentMap(content: unknown): content is Record<string, unknown> {
  return isPlainObject(content) && Object.keys(content).some((key) => key.includes('/'))
}

function toEssence(mediaType: string): string {
  const [essence = ''] = mediaType.split(';', 1)
  return essence.trim().toLowerCase()
}

function isPresent(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
