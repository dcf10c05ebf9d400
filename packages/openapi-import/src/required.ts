/**
 * Removes `readOnly` properties from `required` for requests, and `writeOnly` properties for responses. A property and its name in `required` may be
 * in different schemas of an `allOf`, or in targets of references.
 */
import { isPlainObject } from '@espalier/command-kit'
import { areEqual, type JsonObject, listIn, objectIn, textIn } from './json.ts'
import { keywordsWhere } from './keyword.ts'
import { changeParts, changeSchemas, type Kind, visitSchemas } from './part.ts'
import type { Resolve } from './reference.ts'

export type Mark = 'readOnly' | 'writeOnly'

const unions = ['anyOf', 'oneOf']
/** Keywords whose subschemas apply to the same value, so a `required` in them counts, too. */
const members = keywordsWhere(({ appliesTo }, name) => appliesTo === 'value' && name !== 'not' && name !== 'if')

const ofComponents = '#/components/schemas/'

const none: ReadonlySet<string> = new Set()

export function createRequire(mark: Mark, resolve: Resolve): (value: unknown, kind: Kind) => unknown {
  const requirement = new Requirement(mark, resolve)
  return (value, kind) => requirement.direct(value, kind)
}

class Requirement {
  readonly #resolve: Resolve
  readonly #marks: Marks
  /** The targets that are being copied. A circle of references ends here, and `circle.ts` refuses its schema later. */
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

  /** A request may refer to a schema inside of a response. So a target outside of `components` is copied and not changed. */
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

  /** Copies the target of a reference, without the names in its `required`. Other references may need the unchanged target. */
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

class Marks {
  readonly #mark: Mark
  readonly #resolve: Resolve
  readonly #known = new WeakMap<object, ReadonlySet<string>>()

  constructor(mark: Mark, resolve: Resolve) {
    this.#mark = mark
    this.#resolve = resolve
  }

  /** Returns the properties that the schema marks as `readOnly` or `writeOnly`. In an `anyOf`, all schemas must mark the property. */
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

  /**
   * Whether the schema requires one of the names, in its subschemas for the same value or in targets of `$ref`. Names that a target itself marks do
   * not count: they are removed in the target.
   */
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
