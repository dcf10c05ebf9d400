import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { type App, espalier, type ServerOptions, Type } from '../../../src/index.ts'
import { standardSchema } from '../../../src/provider/standard-schema.ts'
import { compileHere } from '../../ahead/in-process.ts'

class Decimal {
  readonly #text: string
  constructor(text: string) {
    this.#text = text
  }
  toJSON() {
    return this.#text
  }
}

const closed = { additionalProperties: false }
const User = Type.Object({ id: Type.Integer() }, closed)
const row = { id: 1, password: 'x' }
const sent = { id: 1 }
const Summary = Type.Object({ id: Type.Integer() }, closed)
const Details = Type.Object({ id: Type.Integer(), text: Type.String() }, closed)
const Shared = { $id: 'shared', anyOf: [User, { type: 'null' }] }

const typed: [what: string, schema: object, value: unknown, sent: unknown][] = [
  ['a nullable row with an undeclared property', Type.Union([User, Type.Null()]), row, sent],
  ['a row with a list of types', { ...User, type: ['object', 'null'] }, row, sent],
  [
    'a nullable row by a shared schema',
    { type: 'object', properties: { u: { $ref: 'shared#' } } },
    { u: row },
    { u: sent }
  ],
  ['null from a toJSON', { ...User, type: ['object', 'null'] }, { toJSON: () => null }, null],
  ['a toJSON in a union', Type.Union([User, Type.Null()]), { toJSON: () => row }, sent],
  ['an array from a toJSON', Type.Array(User), { toJSON: () => [row] }, [sent]],
  ['a text from a toJSON', Type.Object({ a: Type.String() }), { a: new Decimal('1') }, { a: '1' }],
  ['a boolean from a toJSON', Type.Object({ a: Type.Boolean() }), { a: { toJSON: () => false } }, { a: false }],
  ['a bigint in a union', Type.Union([Type.Integer(), Type.Null()]), 5n, 5],
  ['a bigint with a list of types', { type: ['integer', 'null'] }, 5n, 5],
  ['a bigint as a text', Type.Union([Type.String(), Type.Null()]), 5n, '5'],
  ['a decimal in a union', Type.Union([Type.Number(), Type.Null()]), new Decimal('19.99'), 19.99],
  ['a price in a union', Type.Union([Type.Number({ multipleOf: 0.01 }), Type.Null()]), 19.99, 19.99],
  ['no member for a function', Type.Object({ a: Type.Optional(Type.Any()) }), { a: () => 1 }, {}],
  [
    'null for a function in an array',
    Type.Object({ a: Type.Array(Type.Any()) }),
    { a: [() => 1, 2] },
    { a: [null, 2] }
  ],
  ['the second member of a union', Type.Union([Summary, Details]), { id: 1, text: 'a' }, { id: 1, text: 'a' }],
  [
    'the second member with an undeclared property',
    Type.Union([Summary, Details]),
    { ...row, text: 'a' },
    { id: 1, text: 'a' }
  ],
  ['the first member with an undeclared property', Type.Union([Summary, Details]), row, sent],
  ['undeclared items of a tuple', { type: 'array', items: [User] }, [row, 'more'], [sent, 'more']],
  ['additionalItems of a tuple', { type: 'array', items: [{}], additionalItems: User }, [1, row], [1, sent]]
]

const ZodUser = z.object({ id: z.number() })
const Tree: z.ZodType = z.object({ id: z.number(), children: z.lazy(() => z.array(Tree).nullable()) })

const zod: [what: string, schema: object, value: unknown, sent: unknown][] = [
  ['nullable', ZodUser.nullable(), row, sent],
  ['nullish', z.object({ u: ZodUser.nullish() }), { u: row }, { u: sent }],
  ['a union', z.union([ZodUser, z.object({ error: z.string() })]), row, sent],
  [
    'a discriminated union',
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('a'), a: z.string() }),
      z.object({ kind: z.literal('b'), b: z.number() })
    ]),
    { kind: 'b', b: 1, password: 'x' },
    { kind: 'b', b: 1 }
  ],
  ['a tuple', z.tuple([z.string(), ZodUser]), ['a', row], ['a', sent]],
  ['a tuple with a rest', z.tuple([z.string()], ZodUser), ['a', row], ['a', sent]],
  ['a record', z.record(z.string(), ZodUser.nullable()), { a: row, b: null }, { a: sent, b: null }],
  [
    'an intersection',
    z.intersection(ZodUser, z.object({ age: z.number() })).nullable(),
    { ...row, age: 3 },
    { id: 1, age: 3 }
  ],
  [
    'recursive',
    Tree,
    { ...row, children: [{ ...row, children: null }] },
    { ...sent, children: [{ ...sent, children: null }] }
  ],
  ['a date', z.object({ at: z.iso.datetime().nullable() }), { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }]
]

function create(options: ServerOptions): App {
  const app = espalier(options)
  app.addSchema(Shared)
  for (const [at, [, schema, value]] of typed.entries())
    app.get(`/typed/${at}`, { schema: { response: { 200: schema } } }, (_request, reply) =>
      reply.type('application/json').send(reply.serialize(value as never))
    )
  app.register((inside) => {
    const own = inside.withTypeProvider(standardSchema())
    for (const [at, [, schema, value]] of zod.entries())
      own.get(`/zod/${at}`, { schema: { response: { 200: schema as never } } }, (_request, reply) =>
        reply.type('application/json').send(reply.serialize(value as never) as never)
      )
  })
  return app as never
}

const compiled = await compileHere(() => create({}))

for (const [mode, options] of Object.entries<ServerOptions>({
  boot: {},
  lazy: { compile: 'lazy' },
  compiled: { compiled }
})) {
  const app = create(options)
  for (const [kind, cases] of Object.entries({ typed, zod }))
    for (const [at, [what, , , expected]] of cases.entries())
      test(`${kind === 'zod' ? `a Zod schema is serialized: ${what}` : `a response is serialized: ${what}`} (${mode})`, async () => {
        const { statusCode, body } = await app.inject(`/${kind}/${at}`)
        assert.deepEqual([statusCode, body], [200, JSON.stringify(expected)])
      })
}

test('a value that matches no member of a union throws an error that names its path', async () => {
  const app = espalier()
  app.get(
    '/',
    { schema: { response: { 200: Type.Object({ u: Type.Union([Summary, Details]) }) } } },
    () => ({ u: 'text' }) as never
  )
  app.setErrorHandler((error) => (error as Error).message)
  assert.equal((await app.inject('/')).body, "The value of '#/properties/u' does not match schema definition.")
})

test('a schema that refers to itself for the same value fails to start', async () => {
  const app = espalier()
  const schema = {
    anyOf: [{ type: 'string' }, { $ref: '#/definitions/a' }],
    definitions: { a: { allOf: [{ $ref: '#' }] } }
  }
  app.get('/', { schema: { response: { 200: schema } } }, () => 1)
  await assert.rejects(async () => app.ready(), {
    code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    message: /circular reference/
  })
})
