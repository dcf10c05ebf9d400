/**
 * Finds the error in a schema that did not compile. Messages of Ajv and fast-json-stringify often do not say where the error is. So this module
 * searches for the first invalid keyword, format, pattern or reference.
 */
import { inspect } from 'node:util'
import { nearestName } from '../base/nearest-name.ts'
import { stepOf } from '../base/pointer.ts'
import { isError, readOf } from '../error/error.ts'
import type { Ajv } from './ajv.ts'
import { idOf, referencesOf, type SharedSchemas } from './reference.ts'
import { isMissing } from './reference-target.ts'
import { withSubschemas } from './subschema.ts'

interface Finding {
  readonly path: readonly string[]
  readonly description: string
  /** For references, the compiler's own message is kept, because test suites of Fastify plugins compare it. */
  readonly isReference?: boolean
}

export class SchemaFault extends Error {
  /** The place of the error, as a JSON pointer (RFC 6901). */
  readonly schemaPath: string
  /** Completes the sentence "the schema is …". */
  readonly description: string
  readonly isReference: boolean
  readonly code?: unknown

  constructor({ path, description, isReference = false }: Finding, sharedId: string | undefined, cause: unknown) {
    const schemaPath = path.map((name) => `/${stepOf(name)}`).join('')
    const owner = sharedId === undefined ? '' : ` of the shared schema '${sharedId}'`
    const sentence = `wrong at ${schemaPath || 'its root'}${owner}: ${description}`
    super(isReference && cause instanceof Error ? withOwner(cause.message, sharedId) : `the schema is ${sentence}`, {
      cause
    })
    this.schemaPath = schemaPath
    this.description = sentence
    this.isReference = isReference
    const code = readOf(cause, 'code')
    if (code !== undefined) this.code = code
  }
}

const withOwner = (message: string, sharedId: string | undefined) =>
  sharedId === undefined || isNamed(sharedId, message) ? message : `${message} In the shared schema '${sharedId}'.`

const isNamed = (id: string, message: string) => message.includes(`'${id}'`) || message.endsWith(` from id ${id}`)
/** Removes the numbers in names such as `data3`, because they depend on the nesting depth. */
const sentenceOf = (error: unknown) => String(readOf(error, 'message')).replaceAll(/\bdata\d+/g, 'data')

/** Finds the shared schema that causes an error: it also fails alone, with the same message. Prefers one that refers to no other such schema. */
export function findOwner(
  error: unknown,
  shared: SharedSchemas,
  compileAlone: (id: string) => unknown
): string | undefined {
  const isGuilty = (id: string): boolean => {
    try {
      compileAlone(id)
      return false
    } catch (found) {
      return sentenceOf(found) === sentenceOf(error)
    }
  }
  const guilty = Object.keys(shared).filter(isGuilty)
  const refersToOther = (id: string) =>
    [...referencesOf(shared[id])].map(idOf).some((other) => other !== id && guilty.includes(other))
  return guilty.find((id) => !refersToOther(id)) ?? guilty[0]
}

export function namingOwner(error: unknown, owner: string | undefined): unknown {
  const message = readOf(error, 'message')
  if (owner === undefined || typeof message !== 'string' || isNamed(owner, message)) return error
  const code = readOf(error, 'code')
  const named = new Error(`the shared schema '${owner}' does not compile: ${message}`, { cause: error })
  return code === undefined ? named : Object.assign(named, { code })
}

/** @param isStrict whether unknown keywords and formats are errors */
export function explained(
  error: unknown,
  schema: unknown,
  shared: SharedSchemas,
  createLookupAjv: () => Ajv,
  isStrict: boolean
): unknown {
  try {
    return findFault(error, schema, shared, createLookupAjv(), isStrict) ?? error
  } catch {
    return error
  }
}

function findFault(error: unknown, schema: unknown, shared: SharedSchemas, ajv: Ajv, isStrict: boolean) {
  const documents = [[undefined, schema] as const, ...Object.entries(shared)]
  for (const [id, document] of documents) {
    const found = findWrongValue(document, ajv) ?? (isStrict ? findUnknown(document, ajv) : undefined)
    if (found !== undefined) return new SchemaFault(found, id, error)
  }
  const isReference = !isError(error, 'ESP_ERR_SCH_REFERENCE_MISSING')
  for (const [id, document] of documents) {
    const found = findLostReference(document, shared)
    if (found !== undefined) return new SchemaFault({ ...found, isReference }, id, error)
  }
  return undefined
}

/** Returns the deepest error, which is the cause: an invalid subschema makes the schemas around it invalid as well. */
function findWrongValue(schema: unknown, ajv: Ajv): Finding | undefined {
  if (typeof schema !== 'object' || schema === null)
    return typeof schema === 'boolean' ? undefined : { path: [], description: `${title(schema)} must be an object` }
  if (ajv.validateSchema(schema)) return undefined
  const [first, ...others] = ajv.errors ?? []
  if (first === undefined) return undefined
  const depth = (path: string) => path.split('/').length
  const deepest = others.reduce((a, b) => (depth(b.instancePath) > depth(a.instancePath) ? b : a), first)
  const path = deepest.instancePath.split('/').slice(1).map(unescaped)
  const value = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], schema)
  const isType = deepest.keyword === 'enum' && (path.at(-1) === 'type' || path.at(-2) === 'type')
  return {
    path,
    description: isType ? sayNoType(value, deepest.params.allowedValues) : `${title(value)} ${deepest.message}`
  }
}

const unescaped = (name: string) => name.replaceAll('~1', '/').replaceAll('~0', '~')
const title = (value: unknown) =>
  inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 100, maxArrayLength: 5 })

const dates = "JSON has no dates. Use a string with the format 'date-time'"
const nothing = 'JSON has no undefined. Make the field optional, or use null'
const bytes = 'JSON has no bytes. Use a string, such as one in base64'
const digits = 'JSON has no bigint. Use an integer, or a string for what is larger than 2 ** 53'

/** Advice for TypeBox types that JSON Schema lacks, such as `Type.Date()`. */
const substitutes: Readonly<Record<string, string>> = {
  ...{ date: dates, undefined: nothing, void: nothing, uint8array: bytes, bigint: digits },
  regexp: "Use a string with a 'pattern'"
}

function sayNoType(value: unknown, types: readonly string[]): string {
  const instead = substitutes[String(value).toLowerCase()]
  return `${title(value)} is no type of JSON Schema (${[...types].sort().join(', ')}).${instead === undefined ? '' : ` ${instead}.`}`
}

function findUnknown(schema: unknown, ajv: Ajv): Finding | undefined {
  for (const [path, part] of withSubschemas(schema)) {
    if (typeof part !== 'object' || part === null) continue
    const { format, pattern, patternProperties } = part as Record<string, unknown>
    const keyword = ajv.opts.strictSchema === true && Object.keys(part).find((name) => !ajv.RULES.keywords[name])
    if (keyword) return { path, description: sayNoKeyword(keyword, (part as Record<string, unknown>)[keyword], ajv) }
    if (typeof format === 'string' && !(format in ajv.formats) && isFormatJudged(ajv))
      return { path: [...path, 'format'], description: `'${format}' is no format.${meant(format, ajv.formats)}` }
    const broken = sayBroken([pattern])
    if (broken !== undefined) return { path: [...path, 'pattern'], description: broken }
    const brokenName = sayBroken(Object.keys(patternProperties ?? {}))
    if (brokenName !== undefined) return { path: [...path, 'patternProperties'], description: brokenName }
  }
  return undefined
}

/** Explains how to write a field such as `name: 'string'`, which other libraries allow, as a schema. */
function sayNoKeyword(name: string, value: unknown, { RULES }: Ajv): string {
  const typeName = typeof value === 'function' ? value.name.toLowerCase() : value
  if (typeof typeName === 'string' && Object.hasOwn(RULES.types, typeName))
    return `the field '${name}' takes a schema: write { type: '${typeName}' }`
  return `'${name}' is no keyword.${meant(name, RULES.keywords)}`
}

const isFormatJudged = ({ opts }: Ajv) => opts.validateFormats !== false && opts.strictSchema !== false

function meant(given: string, known: object): string {
  const name = nearestName(given, Object.keys(known))
  return name === undefined ? '' : ` Did you mean '${name}'?`
}

function sayBroken(patterns: readonly unknown[]): string | undefined {
  for (const pattern of patterns) {
    try {
      if (typeof pattern === 'string') new RegExp(pattern, 'u')
    } catch (error) {
      return (error as Error).message
    }
  }
  return undefined
}

function findLostReference(schema: unknown, shared: SharedSchemas): Finding | undefined {
  const parts = withSubschemas(schema)
  const ids = new Set(parts.flatMap(([, part]) => idsOf(part)))
  for (const [path, part] of parts) {
    const { $ref } = (part ?? {}) as { $ref?: unknown }
    if (typeof $ref !== 'string' || ids.has($ref)) continue
    const id = idOf($ref)
    const isLocal = id === '' || ids.has(id)
    const isKnown = isLocal ? $ref === '#' || $ref.startsWith(`${id}#/`) : Object.hasOwn(shared, id)
    const target = isLocal ? schema : shared[id]
    const fix = isLocal ? '' : ' Add the one it means with addSchema(), in this context or above.'
    if (!isKnown || isMissing($ref, target, schema))
      return { path: [...path, '$ref'], description: `'${$ref}' does not resolve to a schema.${fix}` }
  }
  return undefined
}

function idsOf(part: unknown): string[] {
  const { $id, $anchor } = (part ?? {}) as { $id?: unknown; $anchor?: unknown }
  return [$id, typeof $anchor === 'string' ? `#${$anchor}` : undefined].filter((id) => typeof id === 'string')
}
