// Schemas in, types out; equal to TypeBox's own `Static` for everything that it types.
import { espalier, type Infer, type InferIn, type Static, Type, withDefault } from 'espalier'
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
