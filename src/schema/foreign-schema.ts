/**
 * Recognizes schemas of other libraries without importing them. TypeBox marks its schemas by symbols (0.x) or hidden keys (1.x). A schema of
 * fluent-json-schema is an object whose `valueOf()` returns the JSON Schema.
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

export function isStandardSchema(schema: unknown): schema is object {
  // ArkType schemas are functions.
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

/** Returns the JSON Schema that the library generates (Standard JSON Schema) for the input or the output of its validator. */
export function standardJsonOf(schema: object, direction: Direction, libraryOptions?: object): object | undefined {
  const { jsonSchema } = (schema as StandardJson)['~standard'] ?? {}
  const write = direction === 'in' ? jsonSchema?.input : jsonSchema?.output
  return write?.({ target: 'draft-07', ...(libraryOptions !== undefined && { libraryOptions }) })
}

/**
 * Options for JSON Schemas in documents. Zod and Valibot describe a part that JSON Schema lacks, such as a date, as any value. For responses, errors
 * stay enabled in Valibot: it would describe a transformed value by its input.
 */
export const describing = (direction: Direction): object => ({
  unrepresentable: 'any',
  ...(direction === 'in' && { errorMode: 'ignore' })
})
