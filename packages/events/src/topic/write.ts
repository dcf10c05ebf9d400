/**
 * Serializes the data of an event by its schema, like the response of a route. `JSON.stringify` would throw for a bigint, and write every `Date` with
 * date and time, even for the formats `date` and `time`.
 */

interface Schema {
  readonly $ref?: unknown
  readonly type?: unknown
  readonly format?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Schemas
  readonly patternProperties?: Schemas
  readonly additionalProperties?: unknown
  readonly items?: Schema | readonly Schema[]
}
type Schemas = Readonly<Record<string, Schema>>

/** @throws TypeError when JSON cannot represent the value, such as a bigint whose schema is not a string */
export type Write = (data: unknown) => string | undefined

export function createWrite(schema: object, shared: readonly object[]): Write {
  const byId = new Map(shared.map((one) => [Reflect.get(one, '$id'), one]))
  const write = (value: unknown, schemas: readonly Schema[]): unknown => {
    const fitting = [...withMembers(schemas, byId)].filter((one) => mayFit(one, value))
    if (typeof value === 'bigint') return fitting.some(({ type }) => type === 'string') ? String(value) : value
    if (value instanceof Date) return dateText(value, fitting)
    if (typeof value !== 'object' || value === null) return value
    if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(''), fitting)
    if (Array.isArray(value)) return value.map((item, index) => write(item, fitting.flatMap(itemAt(index))))
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, write(one, fitting.flatMap(memberAt(name)))])
    )
  }
  return (data) => JSON.stringify(write(data, [schema]))
}

/** Adds the schemas to which `$ref` refers, and the member schemas of `anyOf`, `oneOf` and `allOf`. */
function withMembers(schemas: readonly Schema[], byId: ReadonlyMap<unknown, Schema>): ReadonlySet<Schema> {
  const all = new Set(schemas)
  // The loop also visits the schemas that it adds.
  for (const { $ref, anyOf = [], oneOf = [], allOf = [] } of all)
    for (const part of [byId.get($ref) ?? [], anyOf, oneOf, allOf].flat()) all.add(part)
  return all
}

/** Whether a value may match a member schema of a union. It cannot if one of its properties differs from a `const` in the member schema. */
function mayFit({ properties = {} }: Schema, value: unknown): boolean {
  const own = Object(value)
  return Object.entries(properties).every(
    ([name, member]) => !('const' in member && Object.hasOwn(own, name)) || Reflect.get(own, name) === member.const
  )
}

/** Dates and times are written in the time zone of the process, as in responses of routes. */
function dateText(date: Date, schemas: readonly Schema[]): string | null {
  if (Number.isNaN(date.getTime())) return null
  const format = schemas.map((one) => one.format).find((one) => ['date-time', 'date', 'time'].includes(String(one)))
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString()
  return format === 'date' ? local.slice(0, 10) : format === 'time' ? local.slice(11, 19) : date.toISOString()
}

const itemAt =
  (index: number) =>
  ({ items = [] }: Schema): Schema | readonly Schema[] =>
    Array.isArray(items) ? (items[index] ?? []) : (items as Schema)

const memberAt =
  (name: string) =>
  ({ properties = {}, patternProperties = {}, additionalProperties }: Schema): readonly Schema[] => {
    if (Object.hasOwn(properties, name)) return [properties[name] ?? {}]
    const matching = Object.entries(patternProperties).filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    return matching.length > 0 ? matching.map(([, schema]) => schema) : [Object(additionalProperties)]
  }
