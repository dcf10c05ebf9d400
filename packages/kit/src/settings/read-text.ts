/** Converts texts of the environment to JSON values, by their schemas: `8080` becomes a number for `Type.Integer()`. */
import { isValid } from './is-valid.ts'

/** The members of a JSON Schema that decide how a text is converted. */
export interface TextSchema {
  readonly [keyword: string]: unknown
  readonly type?: unknown
  readonly anyOf?: readonly TextSchema[]
  readonly items?: TextSchema | readonly TextSchema[]
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Returns the values that a text may mean, such as `[8080, '8080']`. The caller uses the first valid value. */
export function candidatesOf(text: string, schema: TextSchema): unknown[] {
  const { type, anyOf } = schema
  if (anyOf !== undefined) return anyOf.flatMap((member) => candidatesOf(text, member))
  if (type === 'string') return [text]
  if (type === 'array' && !/^\s*\[/.test(text)) return [readItems(text.split(','), schema)]
  if (decimal.test(text)) return [Number(text), text]
  try {
    return [JSON.parse(text), text]
  } catch {
    return [text]
  }
}

/** Converts each item by its schema. An invalid item becomes `undefined`, which no schema accepts. */
function readItems(texts: readonly string[], { items = {} }: TextSchema): unknown[] {
  const schemas = [items].flat()
  return texts.map((text, index) => {
    const schema = schemas[index] ?? schemas[0] ?? {}
    return candidatesOf(text.trim(), schema).find((value) => isValid(schema, value))
  })
}
