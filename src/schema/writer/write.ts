/**
 * Serializes by schemas that fast-json-stringify does not support: `anyOf`, lists of types, tuples, conditions, keywords without a type.
 *
 * Several schemas may describe the same part of a value, for example by `allOf`. They are not merged, because merging can fail. Instead, each set of
 * schemas gets its own writer function.
 */
import { getOrCreate } from '../../base/get-or-create.ts'
import { once } from '../../base/once.ts'
import type { SharedSchemas } from '../reference.ts'
import {
  describesMembers,
  isClosed,
  isEnding,
  requiredBy,
  schemasForItem,
  schemasForMember,
  typesOf
} from './applied-schema.ts'
import { Checks, defaultOf } from './check.ts'
import { type Check, type Formats, strict } from './check-mode.ts'
import { Documents, type SchemaObject, type SchemaPart } from './documents.ts'
import { isRecord, memberReader, readMember, toJsonText, toJsonValue } from './json-value.ts'
import { chooseMember, discriminatorOf } from './member.ts'
import { convert, isOfType, type Scalars, scalarWriter, toFormatted } from './scalar.ts'

type Write = (value: unknown) => string | undefined

export interface WriterParts {
  readonly formats: Formats
  readonly scalars: Scalars
}

/** @throws Error when a reference cannot be resolved or is circular */
export function createWriter(
  schema: unknown,
  shared: SharedSchemas,
  { formats, scalars }: WriterParts
): (data: unknown) => string {
  const documents = new Documents(schema, shared)
  documents.followAll(schema)
  const writers = new Writers(documents, new Checks(documents, formats, scalars), scalars)
  const write = writers.of([schema as SchemaPart])
  // Returns `undefined` for a value that JSON omits, such as a function, as `JSON.stringify` does.
  return (data) => write(data) as string
}

/** A keyword that selects one of its schemas by the value, such as `anyOf` or `if`. */
interface Choice {
  readonly options: readonly SchemaPart[]
  /** @throws TypeError when the value matches no schema of `anyOf` or `oneOf` */
  readonly choose: (value: unknown) => number | undefined
}

class Writers {
  readonly #documents: Documents
  readonly #checks: Checks
  readonly #scalars: Scalars
  readonly #numbers = new Map<unknown, number>()
  readonly #made = new Map<string, Write>()

  constructor(documents: Documents, checks: Checks, scalars: Scalars) {
    this.#documents = documents
    this.#checks = checks
    this.#scalars = scalars
  }

  of(schemas: readonly SchemaPart[]): Write {
    return getOrCreate(this.#made, schemas.map(this.#numberOf).join(), () => {
      // The writer of a recursive schema contains itself, so it is created on first use.
      const make = once(() => this.#make(schemas, [], []))
      return (value) => make()(value)
    })
  }

  readonly #numberOf = (schema: unknown): number => {
    const known = this.#numbers.get(schema) ?? this.#numbers.size
    this.#numbers.set(schema, known)
    return known
  }

  /**
   * Creates a writer for `schemas` and `settled` together.
   *
   * @param settled schemas whose `anyOf`, `if` and similar keywords are already in `open` or resolved
   * @param open keywords that still have to select a schema
   */
  #make(schemas: readonly SchemaPart[], settled: readonly SchemaObject[], open: readonly Choice[]): Write {
    const leaves = new Set(settled)
    const choices = [...open]
    const add = (schema: SchemaPart): void => {
      if (typeof schema === 'boolean' || leaves.has(schema)) return
      if (typeof schema.$ref === 'string') add(this.#documents.follow(schema))
      leaves.add(schema)
      for (const one of (schema.allOf ?? []) as SchemaPart[]) add(one)
      choices.push(...this.#choicesOf(schema))
    }
    for (const schema of schemas) add(schema)
    const write = this.#makeChoice([...leaves], choices)
    const isNullable = [...leaves].some(({ nullable }) => nullable === true)
    return isNullable ? (value) => (toJsonValue(value) === null ? 'null' : write(value)) : write
  }

  #choicesOf(schema: SchemaObject): Choice[] {
    const choices: Choice[] = []
    for (const members of [schema.anyOf, schema.oneOf]) {
      if (!Array.isArray(members)) continue
      const checks = members.map(this.#checks.of)
      const discriminator = discriminatorOf(members, this.#documents)
      choices.push({
        options: members,
        choose: (value) => chooseMember(checks, value, discriminator) ?? this.#refuse(schema)
      })
    }
    const { if: condition, then, else: otherwise } = schema
    if (condition !== undefined && (then !== undefined || otherwise !== undefined)) {
      const check: Check = this.#checks.of(condition as SchemaPart)
      const options = [then ?? true, otherwise ?? true] as SchemaPart[]
      choices.push({ options, choose: (value) => (check(value, strict) ? 0 : 1) })
    }
    for (const [name, needed] of Object.entries(schema.dependencies ?? {})) {
      if (Array.isArray(needed)) continue
      const isThere = (value: unknown) => readMember(toJsonValue(value), name) !== undefined
      choices.push({ options: [needed], choose: (value) => (isThere(value) ? 0 : undefined) })
    }
    return choices
  }

  #refuse(schema: SchemaObject): never {
    throw new TypeError(`The value of '${this.#documents.pathOf(schema)}' does not match schema definition.`)
  }

  #makeChoice(leaves: readonly SchemaObject[], choices: readonly Choice[]): Write {
    const [choice, ...others] = choices
    if (choice === undefined) return this.#makeLeaf(leaves)
    const { options, choose } = choice
    // The selected schema may contain another `anyOf`.
    const without = once(() => this.#make([], leaves, others))
    const writes = options.map((option) => once(() => this.#make([option], leaves, others)))
    return (value) => {
      const picked = choose(value)
      return (picked === undefined ? without : (writes[picked] as () => Write))()(value)
    }
  }

  #makeLeaf(leaves: readonly SchemaObject[]): Write {
    const constant = leaves.find((leaf) => leaf.const !== undefined)
    const types = typesOf(leaves)
    if (constant !== undefined) {
      const text = JSON.stringify(constant.const)
      return (value) => (value === null && types?.includes('null') ? 'null' : text)
    }
    const format = leaves.find((leaf) => leaf.format !== undefined)?.format
    const writerFor = (type: string): Write => {
      if (type === 'object') return this.#makeObject(leaves)
      return type === 'array' ? this.#makeList(leaves) : scalarWriter(type, format, this.#scalars)
    }
    if (types === undefined) return this.#makeUntyped(leaves)
    if (types.length === 1) return writerFor(types[0] as string)
    const writers = new Map(types.map((type) => [type, writerFor(type)]))
    return (value) => {
      const json = toFormatted(value, format, this.#scalars)
      const fitting = types.find((one) => isOfType[one]?.(json)) ?? (json === null ? types[0] : undefined)
      const found = fitting ?? types.find((one) => convert(json, one, value) !== undefined)
      return found === undefined ? this.#refuse(leaves[0] as SchemaObject) : writers.get(found)?.(value)
    }
  }

  #makeUntyped(leaves: readonly SchemaObject[]): Write {
    const writeObject = this.#makeObject(leaves)
    const writeList = this.#makeList(leaves)
    return (value) => {
      const json = toJsonValue(value)
      return Array.isArray(json) ? writeList(json) : isRecord(json) ? writeObject(json) : toJsonText(json)
    }
  }

  #makeObject(leaves: readonly SchemaObject[]): Write {
    const describing = leaves.filter(describesMembers)
    if (describing.length === 0) return toJsonText
    const fields = this.#fieldsOf(describing)
    const named = new Set(fields.map(({ name }) => name))
    const missing = [...new Set(describing.flatMap(requiredBy))].filter((name) => !named.has(name))
    const writeUndeclared = this.#makeUndeclared(describing, named)
    return (value) => {
      const object = toJsonValue(value)
      if (object === undefined && value !== undefined) return undefined
      if (object === null || object === undefined) return '{}'
      for (const name of missing) if (readMember(object, name) === undefined) refuseMissing(name)
      let text = ''
      for (const { name, start, next, read, write, isRequired, filled } of fields) {
        const member = read(object)
        const written = member === undefined ? filled : write(member)
        if (written !== undefined) text += (text === '' ? start : next) + written
        else if (isRequired) refuseMissing(name)
      }
      if (writeUndeclared !== undefined) text = writeUndeclared(object, text)
      return text === '' ? '{}' : `${text}}`
    }
  }

  /** Lists required properties first, in the same order as fast-json-stringify. */
  #fieldsOf(leaves: readonly SchemaObject[]) {
    const required = new Set(leaves.flatMap(requiredBy))
    const names = new Set(leaves.flatMap(({ properties }) => Object.keys(properties ?? {})))
    const fields = [...names].map((name) => {
      const parts = leaves.flatMap((leaf) => schemasForMember(leaf, name))
      const filled = parts.map((part) => defaultOf(part, this.#documents)).find((one) => one !== undefined)
      return {
        ...{ name, start: `{${JSON.stringify(name)}:`, next: `,${JSON.stringify(name)}:` },
        ...{ read: memberReader(name), write: this.of(parts), isRequired: required.has(name) },
        filled: filled === undefined ? undefined : JSON.stringify(filled)
      }
    })
    return fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired))
  }

  #makeUndeclared(leaves: readonly SchemaObject[], named: ReadonlySet<string>) {
    const isOpen = ({ patternProperties, additionalProperties }: SchemaObject) =>
      patternProperties !== undefined || Boolean(additionalProperties)
    if (!leaves.some(isOpen)) return undefined
    return (object: unknown, start: string): string => {
      let text = start
      for (const name of Object.keys(object as object)) {
        const member = named.has(name) ? undefined : readMember(object, name)
        if (member === undefined) continue
        const parts = leaves.map((leaf) => schemasForMember(leaf, name))
        if (
          parts.every(({ length }) => length === 0) ||
          leaves.some((leaf, at) => isClosed(leaf) && parts[at]?.length === 0)
        )
          continue
        const written = this.of(parts.flat())(member)
        if (written !== undefined) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${written}`
      }
      return text
    }
  }

  #makeList(leaves: readonly SchemaObject[]): Write {
    const tuples = leaves.filter(({ items }) => Array.isArray(items))
    const size = Math.max(0, ...tuples.map(({ items }) => (items as unknown[]).length))
    const isOfAny = leaves.every(({ items }) => items === undefined || items === true)
    const writes = Array.from({ length: size + 1 }, (_, at) =>
      this.of(leaves.flatMap((leaf) => schemasForItem(leaf, at)))
    )
    const longest = Math.min(...tuples.filter(isEnding).map(({ items }) => (items as unknown[]).length))
    return (value) => {
      const list = toJsonValue(value)
      if (list === null) return '[]'
      if (!Array.isArray(list)) return this.#refuse(leaves[0] as SchemaObject)
      if (list.length > longest) throw new Error(`Item at ${longest} does not match schema definition.`)
      if (isOfAny) return toJsonText(list)
      let text = '['
      for (let at = 0; at < list.length; at++)
        text += `${at === 0 ? '' : ','}${(writes[at] ?? (writes[size] as Write))(list[at]) ?? 'null'}`
      return `${text}]`
    }
  }
}

function refuseMissing(name: string): never {
  throw new Error(`${JSON.stringify(name)} is required!`)
}
