/**
 * Recognizes schemas that certainly compile without a warning. Ajv and fast-json-stringify then skip their own checks, and compiling can wait for the
 * first request. Nearly every schema is simple: one type, the keywords of that type, and references by name.
 */
import { getOrCreate } from '../base/get-or-create.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { type Form, type Keyword, keywords } from './keyword.ts'
import { dangerOf } from './pattern.ts'
import type { SharedSchemas } from './reference.ts'

/** `allOf` is simple only for validators. fast-json-stringify merges its schemas, and fails if they contradict each other. */
export type CompileTarget = 'validate' | 'serialize'

type Schema = Record<string, unknown>

interface Position {
  readonly root: Schema
  readonly shared: SharedSchemas
  readonly use: CompileTarget
  readonly depth: number
  /** Ajv does not apply a default inside `anyOf`, `oneOf` or `allOf`, and warns of it. */
  readonly takesDefault: boolean
  readonly inBranch: boolean
}

type Check = (value: unknown, position: Position, schema: Schema) => boolean

const knownResults = {
  validate: new WeakMap<SharedSchemas, boolean>(),
  serialize: new WeakMap<SharedSchemas, boolean>()
}
/** Deeper schemas are not simple. The limit is far below the depth at which fast-json-stringify fails. */
const maxDepth = 30

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
/** Keywords for one type, such as `minLength` for strings. */
const assertionsOf = (valueType: Keyword['type']) =>
  checksWhere(({ type, purpose }) => type === valueType && purpose === undefined)

// fast-json-stringify merges the schemas of `anyOf`, and can lose `definitions` inside them.
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

// `anyOf` must stand alone: fast-json-stringify merges other keywords into its schemas, and the merge can fail.
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
/** Formats of ajv-formats, including formats of OpenAPI. */
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
    // The target of a reference may contain a default. Ajv warns of defaults inside `anyOf`, `oneOf` or `allOf`.
    (value, { root, shared, inBranch }) => {
      if (typeof value !== 'string' || inBranch) return false
      const local = localReference.exec(value)
      if (local !== null) return isTarget(root[local[1] as string], local[2] as string)
      return isTarget(shared, sharedReference.exec(value)?.[1] as string)
    }
  ]
])

/** Refuses targets that are themselves references, because two references could form a cycle. */
function isTarget(among: unknown, name: string): boolean {
  if (!isPlainObject(among) || !Object.hasOwn(among, name)) return false
  const target = among[name]
  return isPlainObject(target) && !Object.hasOwn(target, '$ref')
}
