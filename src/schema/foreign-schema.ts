/**
 * Recognizes schemas of other libraries without importing them. TypeBox marks schemas with symbols (0.x) or hidden keys (1.x). fluent-json-schema
 * wraps a schema in an object whose `valueOf()` is the schema.
 */
const fluentMark = Symbol.for('fluent-schema-object')
const optionalMark = Symbol.for('TypeBox.Optional')

export const kindMark = Symbol.for('TypeBox.Kind')

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

/** Source: https://standardschema.dev */
export function isStandardSchema(schema: unknown): schema is object {
  // Schemas of ArkType are functions.
  const canHaveMembers = (typeof schema === 'object' && schema !== null) || typeof schema === 'function'
  return canHaveMembers && '~standard' in schema
}

interface Found {
  readonly vendor: string
  readonly at: string
}

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

type Direction = 'in' | 'out'
type Write = (options: { readonly target: 'draft-07'; readonly libraryOptions?: object }) => object

interface StandardJson {
  readonly '~standard'?: { readonly jsonSchema?: Partial<Record<'input' | 'output', Write>> }
}

/** Returns the JSON Schema that a library generates by Standard JSON Schema, for the input or the output of its validator. */
export function standardJsonOf(schema: object, direction: Direction, libraryOptions?: object): object | undefined {
  const { jsonSchema } = (schema as StandardJson)['~standard'] ?? {}
  const write = direction === 'in' ? jsonSchema?.input : jsonSchema?.output
  return write?.({ target: 'draft-07', ...(libraryOptions !== undefined && { libraryOptions }) })
}

/**
 * Options with which Zod and Valibot generate JSON Schema for documents. A part that JSON Schema cannot describe, such as a date, becomes any value.
 * Without errors, Valibot describes a transformed value by its input, which is wrong for responses.
 */
export const describing = (direction: Direction): object => ({
  unrepresentable: 'any',
  ...(direction === 'in' && { errorMode: 'ignore' })
})
