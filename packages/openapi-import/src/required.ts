/**
 * The properties that a schema requires in one direction. The names in `required` and their properties may be in different members of `allOf` and in targets of references.
 */
import { isPlainObject } from '@espalier/command-kit'
import { areEqual, type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { keywordsWhere } from './keyword.ts'
import { changeParts, changeSchemas, type Kind, visitSchemas } from './part.ts'
import type { Resolve } from './reference.ts'

/** The keyword of properties that a direction lacks: requests have no `readOnly` properties, and responses no `writeOnly` ones. */
export type Mark = 'readOnly' | 'writeOnly'

const unions = ['anyOf', 'oneOf']
/** Keywords whose subschemas may have to match the same value. */
const members = keywordsWhere(({ judges }, name) => judges === 'value' && name !== 'not' && name !== 'if')

const ofComponents = '#/components/schemas/'

const none: ReadonlySet<string> = new Set()

/** Returns a function that removes the names of marked properties from `required` in every schema of a part. */
export function createRequire(mark: Mark, resolve: Resolve): (value: unknown, kind: Kind) => unknown {
  const requirement = new Requirement(mark, resolve)
  return (value, kind) => requirement.direct(value, kind)
}

class Requirement {
  readonly #resolve: Resolve
  readonly #marks: Marks
  /** Schemas that are being inlined. One that contains itself for the same value is refused elsewhere. */
  readonly #open = new Set<unknown>()
  readonly #elsewhere = new Map<unknown, unknown>()

  constructor(mark: Mark, resolve: Resolve) {
    this.#resolve = resolve
    this.#marks = new Marks(mark, resolve)
  }

  direct(value: unknown, kind: Kind): unknown {
    return changeParts(value, kind, (part, inner) => {
      if (inner !== 'schema') return part
      if (typeof part.$ref === 'string' && !part.$ref.startsWith(ofComponents)) return this.#copy(part)
      const names = this.#marks.namesIn(part)
      return names.size === 0 ? part : this.#without(part, names)
    })
  }

  /** Copies a schema from another part of the document, because that part may belong to the other direction. */
  #copy(part: JsonObject): unknown {
    const target = this.#resolve({ $ref: part.$ref })
    if (!this.#elsewhere.has(target)) {
      this.#elsewhere.set(target, target)
      this.#elsewhere.set(target, this.direct(target, 'schema'))
    }
    const found = this.#elsewhere.get(target)
    if (areEqual(found, target)) return part
    const { $ref: _reference, ...beside } = part
    return { ...objectIn(found), ...beside }
  }

  #without(value: unknown, names: ReadonlySet<string>): unknown {
    if (!isPlainObject(value) || !this.#marks.requires(value, names)) return value
    if (typeof value.$ref === 'string') return this.#write(value, names)
    const { required, ...rest } = value
    const kept = listIn(required).filter((name) => !names.has(String(name)))
    const inner = changeSchemas(rest, members, (member) => this.#without(member, names))
    return { ...inner, ...(kept.length > 0 && { required: kept }) }
  }

  /** The schema that replaces a reference to one that requires more than this place may. */
  #write({ $ref, ...beside }: JsonObject, names: ReadonlySet<string>): unknown {
    const target = this.#resolve({ $ref })
    const own = this.#without(beside, names)
    if (this.#open.has(target)) return { $ref, ...objectIn(own) }
    this.#open.add(target)
    const inner = this.#without(this.direct(target, 'schema'), names)
    this.#open.delete(target)
    return Object.keys(beside).length === 0 ? inner : { allOf: [inner, own] }
  }
}

/** The marked properties of schemas, cached. */
class Marks {
  readonly #mark: Mark
  readonly #resolve: Resolve
  readonly #known = new WeakMap<object, ReadonlySet<string>>()

  constructor(mark: Mark, resolve: Resolve) {
    this.#mark = mark
    this.#resolve = resolve
  }

  /** The names of properties that are marked for every value that matches the schema. */
  namesIn(schema: unknown): ReadonlySet<string> {
    if (!isPlainObject(schema)) return none
    const known = this.#known.get(schema)
    if (known !== undefined) return known
    this.#known.set(schema, none)
    const found = this.#find(schema)
    this.#known.set(schema, found)
    return found
  }

  #find(schema: JsonObject): ReadonlySet<string> {
    const own = Object.entries(objectIn(schema.properties)).flatMap(([name, field]) =>
      this.#isMarked(field, new Set()) ? [name] : []
    )
    const target = textIn(schema.$ref) === undefined ? undefined : this.#resolve({ $ref: schema.$ref })
    const joined = [target, ...listIn(schema.allOf)].flatMap((member) => [...this.namesIn(member)])
    const inAll = unions.flatMap((union) => {
      const [first, ...others] = listIn(schema[union]).map((member) => this.namesIn(member))
      return [...(first ?? none)].filter((name) => others.every((names) => names.has(name)))
    })
    return new Set([...own, ...joined, ...inAll])
  }

  #isMarked(field: unknown, seen: Set<unknown>): boolean {
    if (!isPlainObject(field) || seen.has(field)) return false
    seen.add(field)
    if (field[this.#mark] === true) return true
    if (typeof field.$ref === 'string' && this.#isMarked(this.#resolve({ $ref: field.$ref }), seen)) return true
    if (listIn(field.allOf).some((member) => this.#isMarked(member, seen))) return true
    return unions.some((union) => {
      const each = listIn(field[union])
      return each.length > 0 && each.every((member) => this.#isMarked(member, seen))
    })
  }

  /** Whether a schema requires one of the names. The target of a reference is checked without the names that are removed from it anyway. */
  requires(schema: unknown, names: ReadonlySet<string>, seen = new Map<unknown, Set<string>>()): boolean {
    if (!isPlainObject(schema) || names.size === 0) return false
    const asked = seen.get(schema) ?? new Set()
    const question = [...names].sort().join('\n')
    if (asked.has(question)) return false
    seen.set(schema, asked.add(question))
    if (listIn(schema.required).some((name) => names.has(String(name)))) return true
    let isRequired = false
    visitSchemas(schema, members, (member) => {
      isRequired ||= this.requires(member, names, seen)
    })
    if (isRequired) return true
    if (typeof schema.$ref !== 'string') return false
    const target = this.#resolve({ $ref: schema.$ref })
    const own = this.namesIn(target)
    return this.requires(target, new Set([...names].filter((name) => !own.has(name))), seen)
  }
}
