/**
 * Recognizes schemas that certainly compile without a warning. Ajv and fast-json-stringify check all others.
 *
 * Nearly every schema consists of one type, the keywords of that type, and references by name. The compilers' own checks of such a schema may be
 * skipped, or its compilation deferred: an error that would appear at boot never appears later. A schema with another keyword is compiled at boot,
 * which costs time only.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { remember } from '../base/remember.ts'
import { type Form, type Keyword, keywords } from './keyword.ts'
import { dangerOf } from './pattern.ts'
import type { SharedSchemas } from './reference.ts'

/** Which function a schema is compiled to. Serializers merge the branches of `allOf`, which can fail. */
export type SchemaUse = 'validate' | 'serialize'

type Schema = Record<string, unknown>

interface Position {
  /** The document that local references point into. */
  readonly root: Schema
  readonly shared: SharedSchemas
  readonly use: SchemaUse
  readonly depth: number
  /** Whether a default is filled in here: in a property, but not in a branch of a composition. */
  readonly takesDefault: boolean
  readonly inBranch: boolean
}

type Check = (value: unknown, position: Position, schema: Schema) => boolean

const verdicts = { validate: new WeakMap<SharedSchemas, boolean>(), serialize: new WeakMap<SharedSchemas, boolean>() }
/** Far below the limit of fast-json-stringify. */
const maxDepth = 30

/** Whether a schema certainly compiles without a warning, given the shared schemas `shared`. */
export function isOrdinary(schema: unknown, shared: SharedSchemas, use: SchemaUse): boolean {
  return areOrdinary(shared, use) && isOrdinaryRoot(schema, shared, use)
}

function areOrdinary(shared: SharedSchemas, use: SchemaUse): boolean {
  return remember(verdicts[use], shared, () =>
    Object.entries(shared).every(([key, schema]) => {
      if (!isPlainObject(schema)) return false
      const { $id, ...rest } = schema
      return $id === key && plainName.test(key) && isOrdinaryRoot(rest, shared, use)
    })
  )
}

function isOrdinaryRoot(schema: unknown, shared: SharedSchemas, use: SchemaUse): boolean {
  return (
    isPlainObject(schema) &&
    isOrdinarySchema(schema, { root: schema, shared, use, depth: 0, takesDefault: false, inBranch: false })
  )
}

function isOrdinarySchema(schema: unknown, position: Position): boolean {
  if (!isPlainObject(schema) || position.depth > maxDepth) return false
  const rules = rulesOf(schema)
  if (rules === undefined) return false
  for (const key of Object.keys(schema)) {
    const check = rules.get(key) ?? anywhere.get(key)
    if (check === undefined || !check(schema[key], position, schema)) return false
  }
  return true
}

/** The keywords that a schema may have in addition to those allowed everywhere: those of its type, or those instead of a type. */
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
const isSet = (value: unknown): value is unknown[] => Array.isArray(value) && new Set(value).size === value.length
const isPrimitive = (value: unknown) => isText(value) || isFlag(value) || isNumber(value) || value === null

const inside = (position: Position, change: Partial<Position> = {}): Position => ({
  ...position,
  depth: position.depth + 1,
  takesDefault: false,
  ...change
})

const isSchema: Check = (value, position) => isOrdinarySchema(value, inside(position))
const isFlagOrSchema: Check = (value, position, schema) => isFlag(value) || isSchema(value, position, schema)
const isMap =
  (takesDefault: boolean): Check =>
  (value, position) =>
    isPlainObject(value) &&
    Object.keys(value).every(
      (key) =>
        key !== '__proto__' &&
        isOrdinarySchema(value[key], inside(position, { takesDefault: takesDefault && !position.inBranch }))
    )
const isChoice: Check = (value, position) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((branch) => isOrdinarySchema(branch, inside(position, { inBranch: true })))

/** Checks for keywords of draft 7 that depend only on the form of the value. */
const byForm: Partial<Record<Form, Check>> = {
  text: isText,
  list: Array.isArray,
  flag: isFlag,
  number: isNumber,
  positive: (value) => isNumber(value) && (value as number) > 0,
  count: isCount,
  names: (value) => isSet(value) && value.every(isText),
  pattern: isSafePattern
}

function checksWhere(test: (keyword: Keyword) => boolean): [string, Check][] {
  return [...keywords].flatMap(([name, keyword]): [string, Check][] => {
    const check = byForm[keyword.holds]
    return check !== undefined && keyword.of === undefined && test(keyword) ? [[name, check]] : []
  })
}

const anywhere = new Map(checksWhere(({ says }) => says === 'note' || says === 'mark'))
/** The limiting keywords of one type. */
const boundsOf = (type: Keyword['on']) => checksWhere(({ on, says }) => on === type && says === undefined)

// In branches, which fast-json-stringify merges, some names are lost.
const isMapOutside: Check = (value, position, schema) => !position.inBranch && isMap(false)(value, position, schema)

const definitions: [string, Check][] = [
  ['definitions', isMapOutside],
  ['$defs', isMapOutside]
]

const enumeration: [string, Check][] = [
  ['enum', (value) => isSet(value) && value.length > 0 && value.every(isPrimitive)],
  ['const', isPrimitive]
]

const untyped = new Map<string, Check>([...enumeration, ...definitions])

// Other keywords beside a union are refused: fast-json-stringify merges them into the branches, which can fail.
const unions = new Map<string, Check>([
  ['anyOf', isChoice],
  ['oneOf', isChoice],
  ['allOf', (value, position, schema) => position.use === 'validate' && isChoice(value, position, schema)]
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
  ...boundsOf('number'),
  ['format', (value) => numberFormats.has(value)]
])

const numberFormats = new Set<unknown>(['int32', 'int64', 'float', 'double'])
/** Formats of ajv-formats. The compiler refuses unknown formats before this is used. */
const textFormats = new Set<unknown>([
  ...['date', 'time', 'date-time', 'duration', 'uri', 'uri-reference', 'url', 'email', 'hostname', 'ipv4', 'ipv6'],
  ...['regex', 'uuid', 'json-pointer', 'byte', 'password', 'binary']
])

const byType = new Map<unknown, ReadonlyMap<string, Check>>([
  ['boolean', new Map(typed)],
  ['null', new Map(typed)],
  ['number', numeric],
  ['integer', numeric],
  ['string', new Map<string, Check>([...typed, ...boundsOf('string'), ['format', (value) => textFormats.has(value)]])],
  ['array', new Map<string, Check>([...typed, ...boundsOf('array'), ['items', isSchema]])],
  [
    'object',
    new Map<string, Check>([
      ...typed,
      ...boundsOf('object'),
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
    // In a branch the target could contain a default, which would not be filled in.
    (value, { root, shared, inBranch }) => {
      if (typeof value !== 'string' || inBranch) return false
      const local = localReference.exec(value)
      if (local !== null) return isTarget(root[local[1] as string], local[2] as string)
      return isTarget(shared, sharedReference.exec(value)?.[1] as string)
    }
  ]
])

/** The target itself is checked at its own place. A reference to a reference could be circular. */
function isTarget(among: unknown, name: string): boolean {
  if (!isPlainObject(among) || !Object.hasOwn(among, name)) return false
  const target = among[name]
  return isPlainObject(target) && !Object.hasOwn(target, '$ref')
}
