/**
 * Recognizes schemas of other builders without importing any of them. TypeBox marks its schemas with symbols (0.x) or hidden keys (1.x).
 * fluent-json-schema wraps a schema in an object whose `valueOf()` is the schema. A Standard Schema has its validator under the key `~standard`.
 */
const fluentMark = Symbol.for('fluent-schema-object')
const optionalMark = Symbol.for('TypeBox.Optional')

/** The symbol under which TypeBox 0.x stores the kind of a schema. */
export const kindMark = Symbol.for('TypeBox.Kind')

/** Returns the JSON Schema inside a fluent schema; other values unchanged. */
export function unwrapFluent(schema: unknown): unknown {
  return isFluent(schema) ? schema.valueOf() : schema
}

function isFluent(schema: unknown): schema is object {
  if (typeof schema !== 'object' || schema === null) return false
  const marks = schema as { isFluentSchema?: unknown; isFluentJSONSchema?: unknown; [fluentMark]?: unknown }
  return Boolean(marks.isFluentSchema || marks.isFluentJSONSchema || marks[fluentMark])
}

export function isTypeBox(schema: unknown): schema is object {
  return typeof schema === 'object' && schema !== null && (kindMark in schema || '~kind' in schema)
}

export function isTypeBoxOptional(schema: object): boolean {
  return optionalMark in schema || '~optional' in schema
}

/** Whether a schema has its own validator, by the Standard Schema specification. */
export function isStandardSchema(schema: unknown): schema is object {
  // Schemas of ArkType are functions.
  const canHaveMembers = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  return canHaveMembers && '~standard' in schema
}

/** A schema of another library: the library, and its place in the searched schema. */
interface Found {
  readonly vendor: string
  /** A JSON Pointer; empty for the searched schema itself. */
  readonly at: string
}

/** Finds a Standard Schema: the schema itself, or one inside plain objects and lists. */
export function findStandardSchema(schema: unknown, at = '', seen = new Set<unknown>()): Found | undefined {
  if (isStandardSchema(schema)) {
    const { vendor } = (schema as { readonly '~standard': { readonly vendor?: unknown } })['~standard']
    return { vendor: String(vendor ?? 'another library'), at }
  }
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return undefined
  seen.add(schema)
  for (const [key, value] of Object.entries(schema)) {
    const found = findStandardSchema(value, `${at}/${key}`, seen)
    if (found !== undefined) return found
  }
  return undefined
}

type Way = 'in' | 'out'
type Write = (options: { readonly target: 'draft-07'; readonly libraryOptions?: object }) => object

interface StandardJson {
  readonly '~standard'?: { readonly jsonSchema?: Partial<Record<'input' | 'output', Write>> }
}

/** Returns the JSON Schema that a library generates by Standard JSON Schema, for input or for output; throws the library's errors. */
export function standardJsonOf(schema: object, way: Way, libraryOptions?: object): object | undefined {
  const { jsonSchema } = (schema as StandardJson)['~standard'] ?? {}
  const write = way === 'in' ? jsonSchema?.input : jsonSchema?.output
  return write?.({ target: 'draft-07', ...(libraryOptions !== undefined && { libraryOptions }) })
}

/**
 * Options with which Zod and Valibot generate JSON Schema for documents. A part that JSON Schema cannot describe, such as a date, becomes any value.
 * If Valibot's errors are ignored, it describes a transformed value by its input. That is right for requests only, so for responses Valibot throws.
 */
export const describing = (way: Way): object => ({
  unrepresentable: 'any',
  ...(way === 'in' && { errorMode: 'ignore' })
})
