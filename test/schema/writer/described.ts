/** Random schemas, each with a matching value and its JSON. */
import fc from 'fast-check'

export type Schema = Record<string, unknown>

export interface Described {
  readonly schema: Schema
  /** As a handler may return it: with a `toJSON`, a `Date`, a bigint, or undeclared members. */
  readonly value: unknown
  /** With members in the order of the schema. */
  readonly sent: unknown
}

/** Imitates a value of a library, such as a document, a decimal or an id. */
class Made {
  readonly #json: unknown
  readonly inner = 'never sent'
  constructor(json: unknown) {
    this.#json = json
  }
  toJSON() {
    return this.#json
  }
}

const made = (described: fc.Arbitrary<Described>): fc.Arbitrary<Described> =>
  fc.tuple(described, fc.constantFrom(false, false, true)).map(([one, isMade]) => ({
    ...one,
    // `JSON.stringify` does not call the `toJSON` of a `toJSON` result.
    value: isMade && isPlain(one.value) ? new Made(one.value) : one.value
  }))

const isPlain = (value: unknown) =>
  value === null || [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(Object(value)))

const fixed = (schema: Schema, value: unknown, sent: unknown = value): Described => ({ schema, value, sent })

const scalar: fc.Arbitrary<Described> = fc.oneof(
  fc.string({ maxLength: 4 }).map((text) => fixed({ type: 'string' }, text)),
  fc.integer().map((number) => fixed({ type: 'integer' }, number)),
  fc.integer().map((number) => fixed({ type: 'integer' }, BigInt(number), number)),
  fc.integer().map((number) => fixed({ type: 'number' }, new Made(`${number / 100}`), number / 100)),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => fixed({ type: 'number' }, number)),
  fc.integer({ min: 0, max: 10_000 }).map((cents) => fixed({ type: 'number', multipleOf: 0.01 }, cents / 100)),
  fc.boolean().map((flag) => fixed({ type: 'boolean' }, flag)),
  fc
    .date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true })
    .map((date) => fixed({ type: 'string', format: 'date-time' }, date, date.toJSON())),
  fc.bigInt().map((long) => fixed({ type: 'string', pattern: '^-?\\d+$' }, long, `${long}`)),
  fc.constantFrom('a', 'b').map((text) => fixed({ enum: ['a', 'b'] }, text))
)

const names = ['a', 'b', 'c', 'd e', 'constructor', '"']

interface Member {
  readonly name: string
  readonly described: Described
  readonly isRequired: boolean
  readonly isFilled: boolean
}

/** Adds an undeclared member. */
function toObject(members: readonly Member[], isClosed: boolean, hasMore: boolean): Described {
  const ordered = [
    ...members.filter(({ isRequired }) => isRequired),
    ...members.filter(({ isRequired }) => !isRequired)
  ]
  const schemaOf = ({ described, isFilled }: Member) =>
    isFilled ? { ...described.schema, default: 'filled' } : described.schema
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(members.map((member) => [member.name, schemaOf(member)])),
      required: ordered.filter(({ isRequired }) => isRequired).map(({ name }) => name),
      ...(isClosed && { additionalProperties: false })
    },
    value: Object.fromEntries([
      ...(hasMore ? [['password', 'x']] : []),
      ...members.filter(({ isFilled }) => !isFilled).map(({ name, described }) => [name, described.value])
    ]),
    sent: Object.fromEntries(
      ordered.map(({ name, described, isFilled }) => [name, isFilled ? 'filled' : described.sent])
    )
  }
}

function object(inner: fc.Arbitrary<Described>, ofNames = names): fc.Arbitrary<Described> {
  const member = fc.record({
    name: fc.constantFrom(...ofNames),
    described: inner,
    isRequired: fc.boolean(),
    isFilled: fc.constantFrom(false, false, false, true)
  })
  return fc
    .tuple(fc.uniqueArray(member, { selector: ({ name }) => name, maxLength: 4 }), fc.boolean(), fc.boolean())
    .map(([members, isClosed, hasMore]) => toObject(members, isClosed, hasMore))
}

/** Unions of objects with a discriminating property. */
function tagged(inner: fc.Arbitrary<Described>): fc.Arbitrary<Described> {
  return fc
    .tuple(
      fc.array(object(inner, ['a', 'b']), { minLength: 1, maxLength: 4 }),
      fc.nat(),
      fc.constantFrom('anyOf', 'oneOf')
    )
    .map(([objects, at, keyword]) => {
      const members = objects.map((one, index) => {
        const { properties, required } = one.schema as { properties: object; required: string[] }
        return {
          ...one.schema,
          properties: { kind: { type: 'string', const: `k${index}` }, ...properties },
          required: ['kind', ...required]
        }
      })
      const chosen = at % objects.length
      const { value, sent } = objects[chosen] as Described
      const kind = `k${chosen}`
      return {
        schema: { [keyword]: members },
        value: { ...(value as object), kind },
        sent: { kind, ...(sent as object) }
      }
    })
}

function optional(inner: fc.Arbitrary<Described>): fc.Arbitrary<Described> {
  // biome-ignore lint/suspicious/noThenProperty: a keyword
  const ifNull = { if: { type: 'null' }, then: { type: 'null' } }
  const others = { anyOf: [{ type: 'null' }, { type: 'null', title: 'again' }] }
  return fc.tuple(inner, fc.nat(5), fc.boolean()).map(([{ schema, value, sent }, way, isNull]) => {
    const { type } = schema
    const isPlain = typeof type === 'string' && type !== 'null' && schema.const === undefined
    const schemas = [
      { anyOf: [schema, { type: 'null' }] },
      { oneOf: [{ type: 'null' }, schema] },
      { anyOf: [others, schema] },
      isPlain ? { ...schema, type: [type, 'null'] } : { anyOf: [{ type: 'null' }, schema] },
      isPlain ? { ...schema, nullable: true } : { anyOf: [schema, others] },
      { ...ifNull, else: schema }
    ]
    return { schema: schemas[way] as Schema, ...(isNull ? { value: null, sent: null } : { value, sent }) }
  })
}

/** The second member of the union declares one more property than the first. */
const widening = fc.tuple(fc.boolean(), fc.boolean()).map(([isWhole, hasMore]): Described => {
  const id = { type: 'integer' }
  const members = [
    { type: 'object', properties: { id }, additionalProperties: false },
    { type: 'object', properties: { id, text: { type: 'string' } }, required: ['text'], additionalProperties: false }
  ]
  const sent = isWhole ? { text: 'a', id: 1 } : { id: 1 }
  return { schema: { anyOf: members }, value: { ...sent, ...(hasMore && { password: 'x' }) }, sent }
})

export const { node: described } = fc.letrec<{ node: Described }>((tie) => {
  const inner = tie('node')
  const list = fc.tuple(inner, fc.integer({ min: 0, max: 3 })).map(([{ schema, value, sent }, length]): Described => {
    const of = (one: unknown) => Array.from({ length }, () => one)
    return { schema: { type: 'array', items: schema }, value: of(value), sent: of(sent) }
  })
  const tuple = fc.array(inner, { minLength: 1, maxLength: 3 }).map(
    (items): Described => ({
      schema: { type: 'array', items: items.map(({ schema }) => schema) },
      value: items.map(({ value }) => value),
      sent: items.map(({ sent }) => sent)
    })
  )
  const record = inner.map(
    ({ schema, value, sent }): Described => ({
      schema: { type: 'object', additionalProperties: schema },
      value: { x: value, 'y z': value },
      sent: { x: sent, 'y z': sent }
    })
  )
  const untyped = object(inner).map(
    ({ schema: { type: _, ...schema }, value, sent }): Described => ({ schema, value, sent })
  )
  const both = fc.tuple(object(inner, ['a', 'b']), object(inner, ['c', 'constructor'])).map(([a, b]): Described => {
    const required = (one: Described, isRequired: boolean) =>
      Object.entries(one.sent as object).filter(
        ([name]) => (one.schema.required as string[]).includes(name) === isRequired
      )
    const entries = [true, false].flatMap((isRequired) => [...required(a, isRequired), ...required(b, isRequired)])
    return {
      schema: { allOf: [a.schema, b.schema] },
      value: { ...(a.value as object), ...(b.value as object) },
      sent: Object.fromEntries(entries)
    }
  })
  return {
    node: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      ...[scalar, scalar, made(object(inner)), made(optional(inner)), made(tagged(inner)), made(list)],
      ...[tuple, record, untyped, both, widening]
    )
  }
})
