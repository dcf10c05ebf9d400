/** The rules of a form, read from the schema of its body. */
import { limitsOfFile } from '../form/form.ts'

export interface FileRule {
  readonly maxBytes: number
  readonly types?: readonly string[]
}

export interface FieldRule {
  readonly isList: boolean
  /** How many values there may be. */
  readonly most: number
  /** The limits of a file; a text has none. */
  readonly file?: FileRule
}

export type FormRules = ReadonlyMap<string, FieldRule>

interface Schema {
  readonly type?: unknown
  readonly items?: unknown
  readonly maxItems?: unknown
  readonly [limitsOfFile]?: FileRule
}

/** Returns the rule of each field; `undefined` for a schema without files. */
export function rulesOf(schema: unknown): FormRules | undefined {
  const { properties } = Object(Object(schema).body)
  const rules = new Map(
    Object.entries(Object(properties)).map(([name, field]) => [name, ruleOf(Object(field))] as const)
  )
  return [...rules.values()].some(({ file }) => file !== undefined) ? rules : undefined
}

function ruleOf(schema: Schema): FieldRule {
  const isList = schema.type === 'array'
  const one: Schema = isList ? Object(schema.items) : schema
  const file = one[limitsOfFile]
  const most = isList ? Number(schema.maxItems ?? 1000) : 1
  return file === undefined ? { isList, most } : { isList, most, file }
}

/** Whether a file of this media type is accepted. */
export const isAccepted = (type: string, { types }: FileRule): boolean =>
  types?.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1)))) ?? true
