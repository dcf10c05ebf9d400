import { limitsOfFile } from '../form/form.ts'

export interface FileRule {
  readonly maxBytes: number
  readonly types?: readonly string[]
}

export interface FieldRule {
  readonly isList: boolean
  readonly most: number
  readonly file?: FileRule
}

export type FormRules = ReadonlyMap<string, FieldRule>

interface Schema {
  readonly type?: unknown
  readonly items?: unknown
  readonly maxItems?: unknown
  readonly [limitsOfFile]?: FileRule
}

const known = new WeakMap<object, FormRules | undefined>()

/**
 * @returns the rules by field; `undefined` if the schema has no file
 * @throws TypeError when a `file()` is anywhere else than in a field of the body
 */
export function rulesOf(schema: unknown): FormRules | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  if (!known.has(schema)) known.set(schema, readRules(schema))
  return known.get(schema)
}

function readRules(schema: object): FormRules | undefined {
  const { body, response: _ours, ...parts } = schema as { body?: unknown; response?: unknown }
  const { properties, ...others } = Object(body)
  const fields = Object.entries<object>(Object(properties))
  const rules = new Map(fields.map(([name, field]) => [name, ruleOf(Object(field))] as const))
  const texts = fields.filter(([name]) => rules.get(name)?.file === undefined)
  if (hasFile({ parts, others, texts }))
    throw new TypeError('A file() has to be a field of a form, or Type.Array(file(…), { maxItems: 5 }) as a field.')
  return texts.length < fields.length ? rules : undefined
}

export const fileSchema = { $id: 'FormFile', type: 'string', format: 'binary', description: 'A file.' } as const

export function withFileSchemas<RouteSchema extends object>(schema: RouteSchema): RouteSchema {
  const { body } = schema as { body?: { properties?: Record<string, object> } }
  const properties = Object.entries(Object(body?.properties)).map(([name, field]) => [
    name,
    withFileSchema(Object(field))
  ])
  return { ...schema, body: { ...body, properties: Object.fromEntries(properties) } }
}

function withFileSchema(field: Schema): object {
  if (limitsOfFile in field) return { ...field, $ref: fileSchema.$id }
  const isFiles = limitsOfFile in Object(field.items)
  return isFiles ? { ...field, items: withFileSchema(Object(field.items)) } : field
}

function hasFile(value: unknown, seen = new Set<unknown>()): boolean {
  if (typeof value !== 'object' || value === null || seen.has(value)) return false
  seen.add(value)
  return limitsOfFile in value || Object.values(value).some((inner) => hasFile(inner, seen))
}

function ruleOf(schema: Schema): FieldRule {
  const isList = schema.type === 'array'
  const one: Schema = isList ? Object(schema.items) : schema
  const file = one[limitsOfFile]
  const most = isList ? Number(schema.maxItems ?? 1000) : 1
  return file === undefined ? { isList, most } : { isList, most, file }
}

export const isAccepted = (type: string, { types }: FileRule): boolean =>
  types?.some((one) => one === type || (one.endsWith('/*') && type.startsWith(one.slice(0, -1)))) ?? true
