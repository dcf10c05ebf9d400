/**
 * Serializes lists of objects by `JSON.stringify` of copies that have only the declared properties. The list may also be inside an object, such as
 * `{ items, total }`. The functions of fast-json-stringify are slower, because they concatenate many strings. For 100 objects of six properties,
 * copies take 30 µs instead of 45 on Node 24, and 49 instead of 55 on Node 20.
 *
 * Data that needs coercion is serialized by fast-json-stringify. So the output is always the same.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { type Copy, withCopies } from './copied-list.ts'
import { keywordsWhere } from './keyword.ts'

type Shape = Primitive | List | Structure

interface Primitive {
  readonly kind: 'primitive'
  readonly type: string
  readonly isNullable: boolean
}

interface List {
  readonly kind: 'list'
  readonly items: Shape
  readonly isNullable: boolean
}

interface Structure {
  readonly kind: 'structure'
  readonly fields: readonly Field[]
  readonly isNullable: boolean
}

interface Field {
  readonly name: string
  readonly shape: Shape
  readonly isRequired: boolean
}

const typeTests = new Map([
  ['string', (value: string) => `typeof ${value} === 'string'`],
  ['boolean', (value: string) => `typeof ${value} === 'boolean'`],
  ['integer', (value: string) => `Number.isInteger(${value})`],
  ['number', (value: string) => `Number.isFinite(${value})`]
])
/** Returns the given keywords, and all keywords that do not change the output. */
const copiedKeywords = (...read: string[]) =>
  new Set([
    ...read,
    'type',
    ...keywordsWhere(({ purpose }) => purpose === 'documentation' || purpose === 'flag'),
    ...keywordsWhere(({ holds, purpose }) => purpose === undefined && assertionForms.has(holds))
  ])
const assertionForms = new Set<unknown>(['number', 'positive', 'count', 'flag', 'pattern'])
const listKeywords = copiedKeywords('items')
const structureKeywords = copiedKeywords('properties', 'required', 'additionalProperties')
const primitiveKeywords = copiedKeywords('enum', 'format')
/** Formats for which fast-json-stringify and `JSON.stringify` produce different texts. */
const convertedFormats = new Set<unknown>(['date-time', 'date', 'time', 'unsafe'])
const plainName = /^[A-Za-z_$][\w$]*$/

interface Projection {
  /** The properties that contain lists; `null` if the data itself is a list. */
  readonly lists: readonly string[] | null
  readonly source: string
}

/** Returns `stringify` itself if the schema describes no list of objects. */
export function withProjection(schema: unknown, stringify: (data: unknown) => string): typeof stringify {
  const projection = compileProjection(schema)
  return projection === null ? stringify : withCopies(stringify, () => toCopy(projection), projection.lists)
}

const toCopy = ({ source }: Projection): Copy => new Function(source)() as Copy

/** Returns source text that applies `withProjection` to the exports of a CommonJS module. `withCopies` must be in its scope. */
export function projectionSource(schema: unknown): string {
  const projection = compileProjection(schema)
  if (projection === null) return ''
  const lists = JSON.stringify(projection.lists)
  return `\nmodule.exports = withCopies(module.exports, () => {\n${projection.source}\n}, ${lists})`
}

function compileProjection(schema: unknown): Projection | null {
  const shape = readShape(schema)
  if (shape === null || shape.kind === 'primitive') return null
  if (isListOfObjects(shape)) return { lists: null, source: generate(shape) }
  const fields = shape.kind === 'structure' ? shape.fields : []
  const lists = fields.filter((field) => isListOfObjects(field.shape)).map(({ name }) => name)
  return lists.length === 0 ? null : { lists, source: generate(shape) }
}

const isListOfObjects = (shape: Shape): boolean => shape.kind === 'list' && shape.items.kind === 'structure'

const hasOnly = (schema: object, keywords: ReadonlySet<string>) => Object.keys(schema).every((key) => keywords.has(key))

/** Returns `null` if `JSON.stringify` of a copy would produce another text, for example with `anyOf`. */
function readShape(schema: unknown): Shape | null {
  if (!isPlainObject(schema)) return null
  const isNullable = schema.nullable === true
  if (schema.type === 'array') {
    const items = hasOnly(schema, listKeywords) ? readShape(schema.items) : null
    return items && { kind: 'list', items, isNullable }
  }
  if (schema.type === 'object') {
    const fields = hasOnly(schema, structureKeywords) ? readFields(schema) : null
    return fields && { kind: 'structure', fields, isNullable }
  }
  return hasOnly(schema, primitiveKeywords) && !convertedFormats.has(schema.format)
    ? readPrimitive(schema.type, isNullable)
    : null
}

function readPrimitive(declared: unknown, isNullable: boolean): Primitive | null {
  const types: unknown[] = [declared].flat()
  const [type, ...others] = types.filter((one) => one !== 'null')
  if (others.length > 0 || !typeTests.has(type as string)) return null
  return { kind: 'primitive', type: type as string, isNullable: isNullable || types.includes('null') }
}

function readFields(schema: Record<string, unknown>): Field[] | null {
  const { additionalProperties = false, properties, required = [] } = schema
  if (additionalProperties !== false || !isPlainObject(properties) || !Array.isArray(required)) return null
  if (!required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name))) return null
  const fields: Field[] = []
  for (const [name, declared] of Object.entries(properties)) {
    const shape = readShape(declared)
    // The name becomes source text, so it must be an identifier. A name such as `constructor` is excluded: it is inherited, so it is never missing.
    if (shape === null || !plainName.test(name) || name in Object.prototype) return null
    fields.push({ name, shape, isRequired: required.includes(name) })
  }
  // The order of fast-json-stringify: required properties first.
  return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
}

function generate(shape: List | Structure): string {
  const functions: string[] = []
  const root = addCopy(shape, functions)
  return `${functions.join('\n')}\nreturn ${root}`
}

/** Adds the source of a function that copies a list or an object, and of functions for nested ones. Returns the name of the function. */
function addCopy(shape: List | Structure, functions: string[]): string {
  const lines = shape.kind === 'list' ? copyList(shape, functions) : copyStructure(shape, functions)
  const name = `copy${functions.length}`
  functions.push(`function ${name}(value) {\n${lines.join('\n')}\n}`)
  return name
}

function copyList({ items }: List, functions: string[]): string[] {
  return [
    'if (!Array.isArray(value)) return undefined',
    'const copies = []',
    'for (let at = 0; at < value.length; at++) {',
    'let item = value[at]',
    take('item', items, true, functions),
    'copies.push(item)',
    '}',
    'return copies'
  ]
}

function copyStructure({ fields }: Structure, functions: string[]): string[] {
  const reads = fields.map(({ name }, at) => `let v${at} = value.${name}`)
  const takes = fields.map(({ shape, isRequired }, at) => take(`v${at}`, shape, isRequired, functions))
  const entries = fields.map(({ name }, at) => `${name}: v${at}`)
  return [
    "if (typeof value !== 'object' || value === null || value.toJSON !== undefined) return undefined",
    ...reads,
    ...takes,
    `return { ${entries.join(', ')} }`
  ]
}

/** Generates a statement that replaces the variable's value by a copy, or returns `undefined` if the value does not match the schema. */
function take(variable: string, shape: Shape, isRequired: boolean, functions: string[]): string {
  const exceptions = [...(isRequired ? [] : ['undefined']), ...(shape.isNullable ? ['null'] : [])]
  const isOff =
    shape.kind === 'primitive'
      ? `!(${typeTests.get(shape.type)?.(variable)})`
      : `(${variable} = ${addCopy(shape, functions)}(${variable})) === undefined`
  return `if (${[...exceptions.map((value) => `${variable} !== ${value}`), isOff].join(' && ')}) return undefined`
}
