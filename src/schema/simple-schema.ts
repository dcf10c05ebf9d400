/**
 * Recognizes schemas that certainly compile without a warning.
 *
 * Nearly every schema consists of one type, the keywords of that type, and references by name. For such a schema, the checks of Ajv and
 * fast-json-stringify may be skipped, and compiling may wait for the first request, because it cannot fail. Any other schema is checked and compiled
 * at boot, at the cost of time only.
 */

import { getOrCreate } from '../base/get-or-create.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Form, type Keyword, keywords } from './keyword.ts'
import { dangerOf } from './pattern.ts'
import type { SharedSchemas } from './reference.ts'

/**
 * Whether a schema is compiled to a validator or to a serializer. For serializers, `allOf` can fail: fast-json-stringify merges its schemas, which
 * may contradict each other.
 */
export type CompileTarget = 'validate' | 'serialize'

type Schema = Record<string, unknown>

interface Position {
  /** The document that local references point into. */
  readonly root: Schema
  readonly shared: SharedSchemas
  readonly use: CompileTarget
  readonly depth: number
  /** Whether Ajv fills in a default at this place: it does so for a property, but not inside a branch of `anyOf` and the like. */
  readonly takesDefault: boolean
  readonly inBranch: boolean
}

type Check = (value: unknown, position: Position, schema: Schema) => boolean

const knownResults = {
  validate: new WeakMap<SharedSchemas, boolean>(),
  serialize: new WeakMap<SharedSchemas, boolean>()
}
/** The deepest nesting of a simple schema, far below the limit of fast-json-stringify. */
const maxDepth = 30

/** Whether a schema certainly compiles without a warning, given the shared schemas `shared`. */
export function isSimple(schema: unknown, shared: SharedSchemas, use: CompileTarget): boolean {
  return areSimple(shared, use) && isSimpleRoot(schema, shared, use)
}

function areSimple(shared: SharedSchemas, use: CompileTarget): boolean {
  return getOrCreate(knownResults[use], shared, () =>
    Object.entries(shared).every(([key, schema]) => {
      if (!isPlainObject(schema)) return false
      const { $id, ...rest } = schema
      return $id === key && plainName.test(key) && isSimpleRoot(rest, shared, use)
    })
  )
}

function isSimpleRoot(schema: unknown, shared: SharedSchemas, use: CompileTarget): boolean {
  return (
    isPlainObject(schema) &&
    isSimpleSchema(schema, { root: schema, shared, use, depth: 0, takesDefault: false, inBranch: false })
  )
}

function isSimpleSchema(schema: unknown, position: Position): boolean {
  if (!isPlainObject(schema) || position.depth > maxDepth) return false
  const rules = rulesOf(schema)
  if (rules === undefined) return false
  for (const key of Object.keys(schema)) {
    const check = rules.get(key) ?? annotationChecks.get(key)
    if (check === undefined || !check(schema[key], position, schema)) return false
  }
  return true
}

/**
 * Returns the keywords that a schema may have besides those that every schema may have (`anywhere`). They depend on the schema's type or, without a
 * type, on its `$ref` or union.
 */
function rulesOf(schema: Schema): ReadonlyMap<string, Check> | undefined {
  const { type, $ref } = schema
  if ($ref !== undefined) return references
  if (type === undefined) return isUnion(schema) ? unions : untyped
  if (!Array.isArray(type)) return byType.get(type)
  const [first, second] = type
  return type.length === 2 && second === 'null' && first !== 'null' ? byType.get(first) : undefined
}

const isText = (value: unknown) => typeof value === 'string'
const isFlag = (value: unknown) => typeof value === 'boolean'
const isNumber = (value: unknown) => Number.isFinite(value)
const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0
const isAnything = () => true
const isUniqueList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && new Set(value).size === value.length
const isPrimitive = (value: unknown) => isText(value) || isFlag(value) || isNumber(value) || value === null

const inside = (position: Position, change: Partial<Position> = {}): Position => ({
  ...position,
  depth: position.depth + 1,
  takesDefault: false,
  ...change
})

const isSchema: Check = (value, position) => isSimpleSchema(value, inside(position))
const isFlagOrSchema: Check = (value, position, schema) => isFlag(value) || isSchema(value, position, schema)
const isMap =
  (takesDefault: boolean): Check =>
  (value, position) =>
    isPlainObject(value) &&
    Object.keys(value).every(
      (key) =>
        key !== '__proto__' &&
        isSimpleSchema(value[key], inside(position, { takesDefault: takesDefault && !position.inBranch }))
    )
const areBranches: Check = (value, position) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((branch) => isSimpleSchema(branch, inside(position, { inBranch: true })))

/** The check of a keyword's value, for each form that draft 7 requires of such values, such as a string or an array. */
const byForm: Partial<Record<Form, Check>> = {
  text: isText,
  list: Array.isArray,
  flag: isFlag,
  number: isNumber,
  positive: (value) => isNumber(value) && (value as number) > 0,
  count: isCount,
  names: (value) => isUniqueList(value) && value.every(isText),
  pattern: isSafePattern
}

function checksWhere(test: (keyword: Keyword) => boolean): [string, Check][] {
  return [...keywords].flatMap(([name, keyword]): [string, Check][] => {
    const check = byForm[keyword.holds]
    return check !== undefined && keyword.origin === undefined && test(keyword) ? [[name, check]] : []
  })
}

const annotationChecks = new Map(checksWhere(({ purpose }) => purpose === 'documentation' || purpose === 'flag'))
/** Returns the checks of the keywords that limit values of a type, such as `minLength` for strings. */
const assertionsOf = (valueType: Keyword['type']) =>
  checksWhere(({ type, purpose }) => type === valueType && purpose === undefined)

// fast-json-stringify merges the branches of `anyOf` and the like, and loses some definitions in branches, so branches must not contain definitions.
const areDefinitions: Check = (value, position, schema) => !position.inBranch && isMap(false)(value, position, schema)

const definitions: [string, Check][] = [
  ['definitions', areDefinitions],
  ['$defs', areDefinitions]
]

const enumeration: [string, Check][] = [
  ['enum', (value) => isUniqueList(value) && value.length > 0 && value.every(isPrimitive)],
  ['const', isPrimitive]
]

const untyped = new Map<string, Check>([...enumeration, ...definitions])

// With another keyword beside a union, a schema is not simple: fast-json-stringify merges such keywords into the branches, and the merge can fail.
const unions = new Map<string, Check>([
  ['anyOf', areBranches],
  ['oneOf', areBranches],
  ['allOf', (value, position, schema) => position.use === 'validate' && areBranches(value, position, schema)]
])

const isUnion = (schema: Schema) => [...unions.keys()].filter((key) => schema[key] !== undefined).length === 1

const typed: [string, Check][] = [
  ...enumeration,
  ...definitions,
  ['type', isAnything],
  ['nullable', (value, _position, { type }) => isFlag(value) && isText(type) && type !== 'null'],
  ['default', (_value, { takesDefault }) => takesDefault]
]

const numeric = new Map<string, Check>([
  ...typed,
  ...assertionsOf('number'),
  ['format', (value) => numberFormats.has(value)]
])

const numberFormats = new Set<unknown>(['int32', 'int64', 'float', 'double'])
/** Formats of ajv-formats, and those of OpenAPI that it accepts. */
const textFormats = new Set<unknown>([
  ...['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'url', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['regex', 'uuid', 'json-pointer', 'byte', 'password', 'binary']
])

const byType = new Map<unknown, ReadonlyMap<string, Check>>([
  ['boolean', new Map(typed)],
  ['null', new Map(typed)],
  ['number', numeric],
  ['integer', numeric],
  [
    'string',
    new Map<string, Check>([...typed, ...assertionsOf('string'), ['format', (value) => textFormats.has(value)]])
  ],
  ['array', new Map<string, Check>([...typed, ...assertionsOf('array'), ['items', isSchema]])],
  [
    'object',
    new Map<string, Check>([
      ...typed,
      ...assertionsOf('object'),
      ['properties', isMap(true)],
      ['additionalProperties', isFlagOrSchema]
    ])
  ]
])

/** Whether a pattern is valid, and safe against exponential time. */
function isSafePattern(value: unknown): boolean {
  try {
    if (typeof value !== 'string') return false
    const { source, flags } = new RegExp(value, 'u')
    return dangerOf(source, flags) === null
  } catch {
    return false
  }
}

const plainName = /^\w[\w.-]*$/
const localReference = /^#\/(definitions|\$defs)\/(\w[\w.-]*)$/
const sharedReference = /^(\w[\w.-]*)#?$/

const references = new Map<string, Check>([
  [
    '$ref',
    // The target of a reference in a branch could contain a default. Ajv cannot fill in a default there, and warns of it.
    (value, { root, shared, inBranch }) => {
      if (typeof value !== 'string' || inBranch) return false
      const local = localReference.exec(value)
      if (local !== null) return isTarget(root[local[1] as string], local[2] as string)
      return isTarget(shared, sharedReference.exec(value)?.[1] as string)
    }
  ]
])

/**
 * Whether `among` has a schema of this name. A mere reference does not count, because two references could form a circle. Another call checks the
 * content of the schema.
 */
function isTarget(among: unknown, name: string): boolean {
  if (!isPlainObject(among) || !Object.hasOwn(among, name)) return false
  const target = among[name]
  return isPlainObject(target) && !Object.hasOwn(target, '$ref')
}
