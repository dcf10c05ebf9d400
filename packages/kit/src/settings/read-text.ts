/** Texts of the environment as values of JSON, by their schema. The validator judges them afterwards: a text that is no value stays a text. */

/** The members of a JSON Schema that decide how a text is read. */
export interface TextSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly TextSchema[]
  readonly oneOf?: readonly TextSchema[]
  readonly allOf?: readonly TextSchema[]
  readonly items?: TextSchema
}

/** Returns the values that a text may stand for. The text itself is the last. */
export function readingsOf(text: string, schema: TextSchema): unknown[] {
  const members = schema.anyOf ?? schema.oneOf
  if (members !== undefined) return members.flatMap((member) => readingsOf(text, member))
  const constants = 'const' in schema ? [schema.const] : (schema.enum ?? [])
  const types = schema.type ?? (schema.allOf === undefined ? [] : 'object')
  return [...constants.filter((one) => String(one) === text), ...[types].flat().flatMap(readType), text]

  function readType(type: string): readonly unknown[] {
    return readers[type]?.(text.trim(), schema) ?? []
  }
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

const readNumber = (text: string) => (decimal.test(text) ? [Number(text)] : [])

/** By the names of types. Each returns what it can read of the text. */
const readers: Readonly<Record<string, (text: string, schema: TextSchema) => readonly unknown[]>> = {
  integer: readNumber,
  number: readNumber,
  boolean: (text) => (text === 'true' || text === 'false' ? [text === 'true'] : []),
  null: (text) => (text === 'null' ? [null] : []),
  object: readJson,
  array: (text, { items = {} }) =>
    text.startsWith('[') ? readJson(text) : [text.split(',').map((item) => readingsOf(item.trim(), items)[0])]
}

function readJson(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return []
  }
}
