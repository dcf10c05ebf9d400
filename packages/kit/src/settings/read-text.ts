/** Converts environment variables to JSON values by their schemas: `8080` becomes a number for `Type.Integer()`. */
import { isValid } from './is-valid.ts'

export interface TextSchema {
  readonly [keyword: string]: unknown
  readonly type?: unknown
  readonly anyOf?: readonly TextSchema[]
  readonly items?: TextSchema | readonly TextSchema[]
}

const decimal = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** Returns the values that a text may stand for, most specific first: `[8080, '8080']`. */
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

/** An invalid item becomes `undefined`, which no schema accepts. */
function readItems(texts: readonly string[], { items = {} }: TextSchema): unknown[] {
  const schemas = [items].flat()
  return texts.map((text, index) => {
    const schema = schemas[index] ?? schemas[0] ?? {}
    return candidatesOf(text.trim(), schema).find((value) => isValid(schema, value))
  })
}
