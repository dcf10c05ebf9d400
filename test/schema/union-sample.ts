/** Random schemas with unions, and values that nearly or exactly match. */
import fc from 'fast-check'
import type { Schema } from './union-model.ts'

export interface Sample {
  readonly schema: Schema
  readonly shared: Readonly<Record<string, Schema>>
  readonly value: unknown
}

export const scalars: readonly unknown[] = [0, 1, 5, 1.5, '', '0', '5', '1.5', 'x', 'true', 'false', true, false, null]
export const texts: readonly unknown[] = ['', '0', '5', '1.5', 'x', 'y', 'true', 'false']
const names = ['k', 'a', 'b', 'c']
const kinds = ['x', 'y', 'z']

const noValue: readonly Schema[] = [{ type: 'null' }, { const: null }, { enum: [null] }, { enum: [null, 'x'] }]

/** `chance(n)` is true once in n times. */
class Chooser {
  readonly #next: (max: number) => number

  constructor(next: (max: number) => number) {
    this.#next = next
  }

  pick<Value>(list: readonly Value[]): Value {
    return list[this.#next(list.length - 1)] as Value
  }

  chance(times: number): boolean {
    return this.#next(times - 1) === 0
  }

  list<Value>(least: number, most: number, make: (index: number) => Value): Value[] {
    return Array.from({ length: least + this.#next(most - least) }, (_, index) => make(index))
  }
}

class SchemaMaker {
  readonly #choose: Chooser
  readonly #references: readonly string[]

  constructor(choose: Chooser, references: readonly string[]) {
    this.#choose = choose
    this.#references = references
  }

  /** @param isInside allows references, which must be inside a property: otherwise coercing a text to a list would never end */
  make(depth: number, isInside: boolean): Schema {
    const { pick, chance } = bound(this.#choose)
    if (isInside && chance(7)) return { $ref: pick(this.#references) }
    if (depth <= 0) return this.#scalar()
    if (chance(2)) return { [pick(['anyOf', 'anyOf', 'oneOf'])]: this.#members(depth, isInside) }
    if (chance(8)) return { allOf: [this.make(depth - 1, isInside)] }
    if (chance(12)) return this.#tuple(depth)
    if (chance(4)) return { type: 'array', items: this.make(depth - 1, false) }
    return chance(4) ? this.#scalar() : this.object(depth)
  }

  #tuple(depth: number): Schema {
    const items = this.#choose.list(1, 3, () => this.make(depth - 1, false))
    return { type: 'array', items, minItems: items.length, maxItems: items.length }
  }

  #members(depth: number, isInside: boolean): Schema[] {
    const { pick, chance, list } = bound(this.#choose)
    const isToldApart = chance(2)
    const members = list(1, 4, (index) =>
      isToldApart ? this.object(depth - 1, kinds[index % 3]) : this.make(depth - 1, isInside)
    )
    return chance(4) ? [...members, pick<Schema>([...noValue, {}])] : members
  }

  object(depth: number, kind?: string): Schema {
    const { pick, chance, list } = bound(this.#choose)
    const own = [...new Set(list(0, 3, () => pick(names)))].map((name) => [name, this.#property(depth)] as const)
    const properties: Record<string, Schema> = Object.fromEntries(own)
    if (kind !== undefined) properties.k = chance(3) ? { const: kind } : { type: 'string', const: kind }
    const required = Object.keys(properties).filter((name) => (name === 'k' ? kind !== undefined : chance(2)))
    const closing = pick([{}, {}, { additionalProperties: false }, { additionalProperties: this.#scalar() }])
    const inPlace = chance(6) ? { anyOf: [this.object(depth - 1, kind), { required: [pick(names)] }] } : {}
    const byPattern = chance(6) ? { patternProperties: { '^p': this.#property(depth) } } : {}
    return {
      type: 'object',
      properties,
      ...byPattern,
      ...(required.length > 0 && { required }),
      ...closing,
      ...inPlace
    }
  }

  #property(depth: number): Schema {
    const { pick, chance } = bound(this.#choose)
    const schema = this.make(depth - 1, true)
    return chance(5) && schema.$ref === undefined ? { ...schema, default: pick(scalars) } : schema
  }

  #scalar(): Schema {
    const { pick, chance } = bound(this.#choose)
    const type = pick(['string', 'integer', 'number', 'boolean', 'null'])
    if (chance(5)) return { const: pick(scalars.filter((one) => one !== null)) }
    if (chance(6)) return { enum: ['x', 5, true] }
    if (chance(6) && type !== 'null') return pick([{ type, nullable: true }, { type: [type, 'null'] }])
    if (type === 'string') return chance(3) ? { type, minLength: 1 } : { type }
    return chance(4) && type === 'integer' ? { type, minimum: 1 } : { type }
  }
}

const bound = (choose: Chooser) => ({
  pick: <Value>(list: readonly Value[]) => choose.pick(list),
  chance: (times: number) => choose.chance(times),
  list: <Value>(least: number, most: number, make: (index: number) => Value) => choose.list(least, most, make)
})

class ValueMaker {
  readonly #choose: Chooser
  readonly #find: (reference: string) => Schema
  readonly #scalars: readonly unknown[]

  constructor(choose: Chooser, find: (reference: string) => Schema, own: readonly unknown[]) {
    this.#choose = choose
    this.#find = find
    this.#scalars = own
  }

  make(schema: Schema, depth: number): unknown {
    const { pick, chance, list } = bound(this.#choose)
    if (depth <= 0 || chance(15)) return pick(this.#scalars)
    if (schema.$ref !== undefined) return this.make(this.#find(schema.$ref), depth)
    const { const: constant = schema.enum?.[0], items, type } = schema
    if (type === 'object') return this.#object(schema, depth)
    const members = schema.anyOf ?? schema.oneOf ?? schema.allOf
    if (members !== undefined) return this.make(pick(members), depth)
    if (constant !== undefined && !chance(4)) return this.#written(constant)
    if (Array.isArray(items) && !chance(6)) return (items as Schema[]).map((item) => this.make(item, depth - 1))
    if (items !== undefined && !chance(6)) return list(0, 3, () => this.make([items].flat()[0] as Schema, depth - 1))
    const own = this.#scalars.filter((one) => isLike(type, one))
    const scalar = own.length > 0 && !chance(3) ? pick(own) : pick(this.#scalars)
    return chance(12) ? [scalar] : scalar
  }

  #written(value: unknown): unknown {
    return this.#scalars === texts || this.#choose.chance(6) ? String(value) : value
  }

  #object(schema: Schema, depth: number): unknown {
    const { pick, chance } = bound(this.#choose)
    const inPlace = schema.anyOf?.[0]?.properties ?? {}
    const byPattern = Object.values(schema.patternProperties ?? {}).map((part) => [pick(['p', 'pq']), part] as const)
    const all = [...Object.entries({ ...inPlace, ...schema.properties }), ...byPattern]
    const object = Object.fromEntries(
      all.filter(() => !chance(6)).map(([name, part]) => [name, this.make(part, depth - 1)])
    )
    return chance(4) ? { ...object, [pick([...names, 'z'])]: pick(this.#scalars) } : object
  }
}

const isLike = (type: Schema['type'], value: unknown) =>
  type === (value === null ? 'null' : typeof value) || (type === 'integer' && Number.isInteger(value))

/** @param own the scalars in values */
export function samples(own: readonly unknown[], toRoot?: (make: () => Schema) => Schema): fc.Arbitrary<Sample> {
  const most = 2 ** 20
  return fc.tuple(fc.infiniteStream(fc.nat(most))).map(([stream]) => {
    const choose = new Chooser((max) => (stream.next().value as number) % (max + 1))
    const inShared = new SchemaMaker(choose, ['#', 'other#', '#/definitions/d'])
    const other = { $id: 'other', ...inShared.object(2), definitions: { d: inShared.make(2, false) } }
    const inRoot = new SchemaMaker(choose, ['#', '#', 'other#', 'other#/definitions/d', '#/definitions/d'])
    const make = () => inRoot.make(3, false)
    const root = toRoot?.(make) ?? (choose.chance(2) ? inRoot.object(3) : make())
    const schema = { ...root, definitions: { d: inRoot.make(2, false) } }
    const find = (reference: string): Schema => {
      const [id, path] = reference.split('#')
      const document: Schema = id === '' ? schema : other
      return path === '' ? document : (document.definitions?.d as Schema)
    }
    return { schema, shared: { other }, value: new ValueMaker(choose, find, own).make(schema, 6) }
  })
}
