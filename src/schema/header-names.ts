/**
 * Makes header names in schemas lower case, as they are in Node's `message.headers`. A keyword with an upper-case name would never apply.
 *
 * Inside `propertyNames`, the validated value is itself a header name, so `enum`, `const` and `pattern` are changed as well. A `$ref` there is
 * replaced by a changed copy of its target, because other references may use the target for values.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { pointedAt } from '../base/pointer.ts'
import { lowerCasePattern } from './header-pattern.ts'
import { type Form, type Keyword, keywords } from './keyword.ts'
import { idOf, type SharedSchemas } from './reference.ts'

type Rewrite = (value: unknown, position: Position) => unknown

interface Position {
  readonly root: unknown
  readonly shared: SharedSchemas
  /** The `$id` of the shared schema that is being copied; empty for the given schema itself. */
  readonly base: string
  /** Whether the schema describes the name of a header, and not its value. */
  readonly isName: boolean
  readonly expanding: readonly string[]
}

export function lowerCaseHeaderNames(schema: unknown, shared: SharedSchemas = {}): unknown {
  return rewriteSchema(schema, { root: schema, shared, base: '', isName: false, expanding: [] })
}

const rewriteParts: Rewrite = (part, position) =>
  Array.isArray(part) ? part.map((item) => rewriteSchema(item, position)) : rewriteSchema(part, position)
const rewriteNames: Rewrite = (names) => (Array.isArray(names) ? names.map(lowerCase) : names)
const rewriteDependency: Rewrite = (value, position) =>
  Array.isArray(value) ? rewriteNames(value, position) : rewriteSchema(value, position)
const rewriteValue: Rewrite = (value, { isName }) =>
  isName ? (Array.isArray(value) ? value.map(lowerCase) : lowerCase(value)) : value
const rewritePattern: Rewrite = (pattern, { isName }) =>
  isName && typeof pattern === 'string' ? lowerCasePattern(pattern) : pattern

const byForm: Partial<Record<Form, Rewrite>> = {
  ...{ schema: rewriteParts, schemas: rewriteParts, 'schema or schemas': rewriteParts },
  ...{ 'schemas by name': rewriteSchema, 'schemas or names by name': rewriteDependency },
  ...{ names: rewriteNames, 'names by name': rewriteNames, pattern: rewritePattern },
  ...{ data: rewriteValue, list: rewriteValue }
}
const renames = { name: lowerCase, pattern: lowerCasePattern }

function rewriteOf({ holds, appliesTo, keys, purpose }: Keyword): Rewrite | undefined {
  if (appliesTo === 'name') return (schema, position) => rewriteSchema(schema, { ...position, isName: true })
  const rewrite = byForm[holds]
  if (rewrite === rewriteValue && purpose !== undefined) return undefined
  return rewrite && holds.endsWith('by name') ? mapOf(rewrite, keys && renames[keys]) : rewrite
}

const rewrites = new Map<string, Rewrite | undefined>([
  ...[...keywords].map(([name, keyword]) => [name, rewriteOf(keyword)] as const),
  // Keywords of ajv-merge-patch. `source` and the `with` of `$merge` are schemas; the `with` of `$patch` is a list of operations.
  ['$merge', mapOf(rewriteSchema)],
  ['$patch', mapOf((value, position) => (Array.isArray(value) ? value : rewriteSchema(value, position)))]
])

function rewriteSchema(schema: unknown, position: Position): unknown {
  if (!isPlainObject(schema)) return schema
  const { $ref } = schema
  if (position.isName && typeof $ref === 'string') return inlined($ref, schema, position)
  return mapEntries(schema, (key, value) => [key, rewrites.get(key)?.(value, position) ?? value])
}

/** Recursive and unresolved references stay, but get the `$id` of their schema: in the copy, `#` alone would mean another schema. */
function inlined($ref: string, schema: Record<string, unknown>, position: Position): unknown {
  const base = idOf($ref) || position.base
  const fragment = $ref.slice(idOf($ref).length)
  const document =
    base === '' ? position.root : Object.hasOwn(position.shared, base) ? position.shared[base] : undefined
  const target = pointedAt(document, fragment.slice(1))
  const reference = base + fragment
  if (target === undefined || position.expanding.includes(reference)) return { ...schema, $ref: reference }
  if (!isPlainObject(target)) return target
  // Removes `$id`: Ajv refuses two schemas with the same one.
  const { $id: _, ...anonymous } = target
  return rewriteSchema(anonymous, { ...position, base, expanding: [...position.expanding, reference] })
}

function mapOf(rewrite: Rewrite, rename: (key: string) => unknown = (key) => key): Rewrite {
  return (map, position) =>
    isPlainObject(map) ? mapEntries(map, (key, value) => [rename(key) as string, rewrite(value, position)]) : map
}

function mapEntries(map: Record<string, unknown>, change: (key: string, value: unknown) => [string, unknown]): object {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => change(key, value)))
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value
}
