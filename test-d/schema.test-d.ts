// Schemas in, types out; equal to TypeBox's own `Static` for everything that it types.
import { type TUnsafe, Type as TypeBox } from '@sinclair/typebox'
import { endpoint, espalier, type Infer, type InferIn, type Static, Type, withDefault } from 'espalier'
import { expectType } from 'tsd'

declare function infer<Schema>(schema: Schema): Infer<Schema>
declare function inferIn<Schema>(schema: Schema): InferIn<Schema>

/** Fails unless both types are identical. */
type Same<Left, Right> =
  (<Type>() => Type extends Left ? 1 : 2) extends <Type>() => Type extends Right ? 1 : 2 ? true : false
declare function same<Schema extends Parameters<typeof Type.Optional>[0]>(
  schema: Schema
): Same<Infer<Schema>, Static<Schema>>

expectType<true>(same(Type.String()))
expectType<true>(same(Type.Integer()))
expectType<true>(same(Type.Boolean()))
expectType<true>(same(Type.Null()))
expectType<true>(same(Type.Literal('a')))
expectType<true>(same(Type.Unknown()))
expectType<true>(same(Type.Object({})))
expectType<true>(same(Type.Object({ a: Type.String(), b: Type.Number() })))
expectType<true>(same(Type.Object({ a: Type.Optional(Type.String()), b: Type.Number() })))
expectType<true>(same(Type.Object({ a: Type.Optional(Type.String()) })))
expectType<true>(same(Type.Object({ a: Type.Readonly(Type.String()), b: Type.Number() })))
expectType<true>(same(Type.Object({ a: Type.Readonly(Type.Optional(Type.String())), b: Type.Number() })))
expectType<true>(same(Type.Object({ a: Type.Object({ b: Type.Array(Type.Object({ c: Type.Integer() })) }) })))
expectType<true>(same(Type.Array(Type.String())))
expectType<true>(same(Type.Union([Type.String(), Type.Null()])))
expectType<true>(same(Type.Union([Type.Literal('a'), Type.Literal('b')])))
expectType<true>(same(Type.Union([Type.Object({ a: Type.String() }), Type.Array(Type.Integer())])))
expectType<true>(same(Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Integer() })])))
expectType<true>(same(Type.Record(Type.String(), Type.Integer())))
expectType<true>(same(Type.Tuple([Type.String(), Type.Integer()])))
expectType<true>(same(Type.Partial(Type.Object({ a: Type.String() }))))
expectType<true>(same(Type.Pick(Type.Object({ a: Type.String(), b: Type.Integer() }), ['a'])))
expectType<true>(same(Type.Unsafe<Date>({ type: 'string' })))
expectType<true>(same(Type.Enum({ a: 'x', b: 'y' })))

// Inside an object as well.
expectType<{ at: Date }>(infer(Type.Object({ at: Type.Unsafe<Date>({ type: 'string' }) })))
expectType<{ a: string } & { b: number }>(
  infer(Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Integer() })]))
)
expectType<{ kind: 'a' | 'b' | null }>(
  infer(Type.Object({ kind: Type.Union([Type.Literal('a'), Type.Literal('b'), Type.Null()]) }))
)
// @ts-expect-error the union has no such member
expectType<{ kind: 'a' }>(infer(Type.Object({ kind: Type.Union([Type.Literal('a'), Type.Null()]) })))

const joined = infer(Type.Intersect([Type.Object({ a: Type.Number() }), Type.Object({ b: Type.Integer() })]))
// @ts-expect-error neither part of the intersection has such a field
joined.c
// @ts-expect-error the schema states a date
expectType<{ at: string }>(infer(Type.Object({ at: Type.Unsafe<Date>({ type: 'string' }) })))

// A recursive schema.
const node = Type.Recursive((self) => Type.Object({ name: Type.String(), children: Type.Array(self) }))
const tree = infer(node)
expectType<string | undefined>(tree.children[0]?.children[0]?.name)
// @ts-expect-error no node has such a field, at any depth
tree.children[0]?.children[0]?.title

// A transform is not decoded by the framework: the type is what arrives.
const date = Type.Transform(Type.String())
  .Decode((text) => new Date(text))
  .Encode((at) => at.toISOString())
expectType<string>(infer(date))
// @ts-expect-error nothing has decoded it
infer(date).getTime()
expectType<{ at: string }>(infer(Type.Object({ at: date })))

// A default: always there for the reader, optional for the sender, at every depth.
const settings = Type.Object({
  size: withDefault(Type.Integer(), 10),
  inner: Type.Object({ name: withDefault(Type.String(), ''), id: Type.Integer() }),
  list: Type.Array(Type.Object({ flag: withDefault(Type.Boolean(), false) }))
})
expectType<{ size: number; inner: { name: string; id: number }; list: { flag: boolean }[] }>(infer(settings))
expectType<{ size?: number; inner: { name?: string; id: number }; list: readonly { flag?: boolean }[] }>(
  inferIn(settings)
)
// @ts-expect-error the reader's value has every field
expectType<Infer<typeof settings>>(inferIn(settings))

// In routes.
const app = espalier()
app.post('/', { schema: { body: node, response: { 200: date, 201: settings } } }, (request, reply) => {
  expectType<string | undefined>(request.body.children[0]?.name)
  // @ts-expect-error a date has to be sent as its text
  reply.code(200).send(new Date())
  return reply.code(201).send({ inner: { id: 1 }, list: [{}] })
})

// What JSON has no values for is refused where it is made, and by its kind where TypeBox itself made it.
// @ts-expect-error JSON has no dates
Type.Date()
// @ts-expect-error JSON has no bytes
Type.Uint8Array()
// @ts-expect-error JSON has no bigints
Type.BigInt()
// @ts-expect-error JSON has no undefined
Type.Undefined()
// @ts-expect-error JSON has no undefined
Type.Void()
// @ts-expect-error JSON has no patterns
Type.RegExp(/a/)
// @ts-expect-error JSON has no symbols
Type.Symbol()
// @ts-expect-error JSON has no functions
Type.Function([], Type.String())
// @ts-expect-error JSON has no constructors
Type.Constructor([], Type.String())
// @ts-expect-error JSON has no promises
Type.Promise(Type.String())
// @ts-expect-error JSON has no iterators
Type.Iterator(Type.String())
// @ts-expect-error JSON has no iterators
Type.AsyncIterator(Type.String())
const inexpressible = TypeBox.Object({
  at: TypeBox.Optional(TypeBox.Date()),
  either: TypeBox.Union([TypeBox.String(), TypeBox.Undefined()]),
  list: TypeBox.Array(TypeBox.Uint8Array()),
  name: TypeBox.String()
})
app.post('/', { schema: { body: inexpressible, querystring: { size: TypeBox.BigInt() } } }, ({ body, query }) => {
  expectType<string>(body.name)
  // @ts-expect-error JSON has no dates
  body.at?.getTime()
  // @ts-expect-error JSON has no undefined
  body.either?.length
  // @ts-expect-error JSON has no bytes
  body.list[0]?.byteLength
  // @ts-expect-error JSON has no bigints
  return query.size + 1n
})
app.post('/', { schema: { response: { 200: inexpressible } } }, (_request, reply) => {
  // @ts-expect-error JSON has no dates
  reply.send({ at: new Date(), either: '', list: [], name: '' })
  return reply.send({ either: '', list: [], name: '' })
})
// @ts-expect-error JSON has no symbols
app.post('/', { schema: { response: { 200: TypeBox.Symbol() } } }, () => Symbol())
// A schema that says what it is by itself is its own business.
expectType<Date>(infer(Type.Unsafe<Date>(TypeBox.Date())))

// A text that is a date may be given as one in answers; requests carry its text.
const moment = Type.Object({
  at: Type.String({ format: 'date-time' }),
  on: Type.Optional(Type.String({ format: 'date', description: 'a day' })),
  off: Type.Union([Type.String({ format: 'time' }), Type.Null()]),
  all: Type.Array(Type.String({ format: 'date-time' }))
})
expectType<{ at: string; on?: string; off: string | null; all: string[] }>(infer(moment))
expectType<{ at: string; on?: string; off: string | null; all: readonly string[] }>(inferIn(moment))
const meet = endpoint('POST /meet', { body: moment, response: { 200: moment } })
const now = new Date()
app.route(meet, ({ body }) => {
  expectType<string>(body.at)
  return { at: now, on: now, off: now, all: [now, body.at] }
})
app.route(meet, ({ body }, reply) => reply.send(body))
app.get('/now', { schema: { response: { 200: Type.String({ format: 'date-time' }) } } }, () => now)
const met = await app.inject(meet, { body: { at: '', off: null, all: [] } })
expectType<string>(met.json().at)
// @ts-expect-error a request carries the text
app.inject(meet, { body: { at: now, off: null, all: [] } })
// @ts-expect-error a number is no date
app.route(meet, () => ({ at: 1, off: null, all: [] }))
// @ts-expect-error a text of another format
app.get('/now', { schema: { response: { 200: Type.String({ format: 'email' }) } } }, () => now)
// @ts-expect-error a text of no format
app.get('/now', { schema: { response: { 200: { at: Type.String() } } } }, () => ({ at: now }))
app.post('/now', { schema: { body: moment } }, ({ body }) => {
  // @ts-expect-error what arrives is a text
  return body.at.getTime()
})
const zoned = espalier().addSchema(Type.Object({ at: Type.String({ format: 'date-time' }) }, { $id: 'moment' }))
zoned.get('/now', { schema: { response: { 200: { $ref: 'moment#' } } } }, () => ({ at: now }))
zoned.get('/now', { schema: { response: { 200: { of: Type.Ref('moment') } } } }, () => ({ of: { at: now } }))

// An enum of a list has its values as its type.
{
  const State = Type.Enum(['open', 'closed'])
  expectType<'open' | 'closed'>({} as Static<typeof State>)
  espalier().get('/', { schema: { querystring: { state: State, size: Type.Enum([1, 2]) } } }, ({ query }) => {
    expectType<'open' | 'closed'>(query.state)
    expectType<1 | 2>(query.size)
    return null
  })
  // @ts-expect-error an enum has a value
  Type.Enum([])
  // @ts-expect-error a value of JSON
  Type.Enum([new Date()])
}

// A schema of any kind keeps its `$id`, so that it can be referred to; one that stands further down is named and returned.
{
  const State = Type.Enum(['open', 'closed'], { $id: 'state' })
  const Bag = Type.Unsafe<string | null, 'bag'>({ $id: 'bag', type: ['string', 'null'] })
  const Flag = Type.Boolean({ $id: 'flag' })
  const body = {
    state: Type.Ref(State),
    bag: Type.Ref(Bag),
    flag: Type.Ref(Flag),
    next: Type.Ref('later', () => Later)
  }
  const Later = Type.Literal('x', { $id: 'later' })
  espalier().post('/', { schema: { body } }, ({ body: { bag, flag, next, state } }) => {
    expectType<'open' | 'closed'>(state)
    expectType<string | null>(bag)
    expectType<boolean>(flag)
    expectType<'x'>(next)
    return null
  })
  // @ts-expect-error the schema that stands further down has another type
  const wrong: TUnsafe<'y'> = Type.Ref('later', () => Later)
  expectType<'y'>({} as Static<typeof wrong>)
}
