// Schema libraries: chosen per context, inherited by plugins, and what each makes of a schema.
import { type as ark } from 'arktype'
import { type AppOf, espalier, plugin, type SchemaLibrary, Type, type TypeProvider } from 'espalier'
import type { JsonSchemaProvider } from 'espalier/json-schema-to-ts'
import { standardSchema } from 'espalier/standard-schema'
import type { TypeBoxProvider } from 'espalier/typebox'
import { expectType } from 'tsd'
import { Type as TypeBox1 } from 'typebox'
import * as v from 'valibot'
import * as z from 'zod'

const root = espalier()

// Zod: every part, coerced values, defaults filled in, payloads by status.
const zod = root.withTypeProvider(standardSchema())
zod.post(
  '/zod/:id',
  {
    schema: {
      params: z.object({ id: z.coerce.number() }),
      querystring: z.object({ page: z.coerce.number().default(1), tags: z.array(z.string()).optional() }),
      headers: z.object({ 'x-count': z.coerce.number() }),
      body: z.object({ title: z.string(), kind: z.enum(['novel', 'poem']) }),
      response: { 201: z.object({ id: z.number() }), '4xx': z.object({ message: z.string() }) }
    }
  },
  (request, reply) => {
    expectType<{ id: number }>(request.params)
    expectType<number>(request.query.page)
    expectType<string[] | undefined>(request.query.tags)
    expectType<number>(request.headers['x-count'])
    expectType<string | string[] | undefined>(request.headers.authorization)
    expectType<'novel' | 'poem'>(request.body.kind)
    // @ts-expect-error the schema has no such field
    request.body.author
    // @ts-expect-error the payload has another type
    reply.code(201).send({ id: 'one' })
    // @ts-expect-error the status is not declared
    reply.code(500)
    if (request.params.id === 0) return reply.code(404).send({ message: 'none' })
    return reply.code(201).send({ id: 1 })
  }
)
// @ts-expect-error the payload has another type
zod.get('/zod/wrong', { schema: { response: { 200: z.object({ id: z.number() }) } } }, () => ({ id: 'one' }))
// A map of errors alone leaves successes free, also in a library's schemas.
const zodErrors = { response: { '4xx': z.object({ message: z.string() }) } }
zod.get('/zod/file', { schema: zodErrors }, async () => Buffer.from('bytes'))
// @ts-expect-error the message is a text
zod.get('/zod/file', { schema: zodErrors }, (_request, reply) => reply.code(404).send({ message: 404 }))
zod.get(
  '/zod/transformed',
  { schema: { querystring: z.object({ at: z.string().transform((text) => new Date(text)) }) } },
  (request) => {
    expectType<Date>(request.query.at)
    return null
  }
)

// Valibot and ArkType by the same provider.
zod.post(
  '/valibot',
  {
    schema: {
      body: v.object({ title: v.string(), year: v.optional(v.number()) }),
      response: { 200: v.object({ ok: v.boolean() }) }
    }
  },
  (request) => {
    expectType<string>(request.body.title)
    expectType<number | undefined>(request.body.year)
    // @ts-expect-error the schema has no such field
    request.body.author
    return { ok: true }
  }
)
// @ts-expect-error the payload has another type
zod.get('/valibot/wrong', { schema: { response: { 200: v.object({ ok: v.boolean() }) } } }, () => ({ ok: 1 }))
zod.post(
  '/arktype',
  {
    schema: { body: ark({ title: 'string', 'year?': 'number' }), response: { 200: ark({ ok: 'boolean' }) } }
  },
  (request) => {
    expectType<string>(request.body.title)
    expectType<number | undefined>(request.body.year)
    // @ts-expect-error the schema has no such field
    request.body.author
    return { ok: true }
  }
)
// @ts-expect-error the payload has another type
zod.get('/arktype/wrong', { schema: { response: { 200: ark({ ok: 'boolean' }) } } }, () => ({ ok: 1 }))

// A TypeBox schema beside them keeps its type.
zod.post('/beside', { schema: { body: Type.Object({ a: Type.Integer() }) } }, (request) => {
  expectType<number>(request.body.a)
  return null
})

// Hooks see the body that has been validated; parts without a schema stay unknown; params come from the path.
zod.post(
  '/hooks/:id',
  {
    schema: { body: z.object({ a: z.number() }) },
    onRequest: async (request) => expectType<unknown>(request.body),
    preHandler: async (request) => expectType<number>(request.body.a)
  },
  (request) => {
    expectType<string>(request.params.id)
    expectType<unknown>(request.query)
    return null
  }
)

// Inherited by inline plugins, and what was declared stays visible.
zod.decorate('db', 1).register(async (child) => {
  expectType<number>(child.db)
  child.get('/child', { schema: { querystring: z.object({ n: z.coerce.number() }) } }, (request) => {
    expectType<number>(request.query.n)
    return null
  })
  // Chosen again inside: the parent's routes are not touched.
  child.withTypeProvider<JsonSchemaProvider>().get(
    '/json',
    {
      schema: { querystring: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] } }
    },
    (request) => {
      expectType<number>(request.query.n)
      return null
    }
  )
  child.get('/again', { schema: { querystring: z.object({ n: z.string() }) } }, (request) => {
    expectType<string>(request.query.n)
    return null
  })
})

// A function that takes an app gets this one too: schemas of the default library are typed and run in it as before.
function addHealth(app: AppOf) {
  app.get('/health', { schema: { querystring: { full: Type.Boolean() } } }, (request) => {
    expectType<boolean>(request.query.full)
    return app.version
  })
  app.get('/library', { schema: { querystring: z.object({ n: z.string() }) } }, (request) => {
    // @ts-expect-error the function does not say which library its app has
    request.query.n
    return null
  })
}
addHealth(zod)
zod.register(addHealth)
function needsRelease(app: AppOf<{ app: { release: string } }>) {
  return app.release
}
needsRelease(zod.decorate('release', '1'))
// @ts-expect-error this context lacks app.release
needsRelease(zod)

// The context around it has its own.
root.get('/default', { schema: { querystring: z.object({ n: z.coerce.number() }) } }, (request) => {
  // @ts-expect-error this context has TypeBox schemas
  request.query.n
  return null
})
// A plugin in its own file chooses by itself.
const books = plugin({
  name: 'books',
  setup: (app) =>
    app
      .withTypeProvider(standardSchema())
      .get('/books', { schema: { querystring: z.object({ n: z.string() }) } }, (request) => {
        expectType<string>(request.query.n)
        return null
      })
})
root.register(books)

// json-schema-to-ts: literals need no `as const`.
const json = root.withTypeProvider<JsonSchemaProvider>()
json.post(
  '/json-schema/:id',
  {
    schema: {
      body: {
        type: 'object',
        properties: { title: { type: 'string' }, kind: { enum: ['novel', 'poem'] } },
        required: ['title'],
        additionalProperties: false
      },
      response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } }
    }
  },
  (request) => {
    expectType<string>(request.body.title)
    expectType<'novel' | 'poem' | undefined>(request.body.kind)
    expectType<string>(request.params.id)
    // @ts-expect-error the schema has no such field
    request.body.author
    return { ok: true }
  }
)
json.get(
  '/json-schema/wrong',
  {
    schema: { response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } } }
  },
  // @ts-expect-error the payload has another type
  () => ({ ok: 1 })
)

// TypeBox 1.x.
const typebox = root.withTypeProvider<TypeBoxProvider>()
typebox.post(
  '/typebox',
  {
    schema: {
      body: TypeBox1.Object({ title: TypeBox1.String(), year: TypeBox1.Optional(TypeBox1.Integer()) }),
      response: { 200: TypeBox1.Object({ ok: TypeBox1.Boolean() }) }
    }
  },
  (request) => {
    expectType<string>(request.body.title)
    expectType<number | undefined>(request.body.year)
    // @ts-expect-error the schema has no such field
    request.body.author
    return { ok: true }
  }
)
const response = { 200: TypeBox1.Object({ ok: TypeBox1.Boolean() }) }
// @ts-expect-error the payload has another type
typebox.get('/typebox/wrong', { schema: { response } }, () => ({ ok: 1 }))

// A library of one's own.
interface Parser<Output> {
  parse(data: unknown): Output
}
interface ParserProvider extends TypeProvider {
  readonly validator: this['schema'] extends Parser<infer Output> ? Output : unknown
  readonly serializer: this['validator']
}
declare const parsers: SchemaLibrary<ParserProvider>
root.withTypeProvider(parsers).post(
  '/parser',
  {
    schema: { body: { parse: (data: unknown) => ({ text: String(data) }) } }
  },
  (request) => {
    expectType<string>(request.body.text)
    return null
  }
)
// @ts-expect-error not a library
root.withTypeProvider({ validatorCompiler: () => () => true })
