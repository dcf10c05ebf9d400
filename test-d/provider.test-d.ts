// Other schema libraries, as type providers that belong to a context.
import { espalier, Type, type TypeProvider } from 'espalier'
import { expectType } from 'tsd'
import { z } from 'zod'

interface ZodProvider extends TypeProvider {
  validator: this['schema'] extends z.ZodType ? z.output<this['schema']> : unknown
  serializer: this['schema'] extends z.ZodType ? z.input<this['schema']> : unknown
}

const root = espalier().decorate('db', 1)
const zod = root.withTypeProvider<ZodProvider>()

zod.post(
  '/:id',
  {
    schema: {
      params: z.object({ id: z.coerce.number() }),
      body: z.object({ at: z.string().transform((text) => new Date(text)) }),
      response: { 200: z.object({ ok: z.boolean() }), 404: z.object({ message: z.string() }) }
    }
  },
  (request, reply) => {
    expectType<number>(request.params.id)
    expectType<Date>(request.body.at)
    // @ts-expect-error the schema has no such field
    request.body.other
    // @ts-expect-error the payload has another type
    reply.code(404).send({ text: '' })
    return { ok: true }
  }
)
// @ts-expect-error the payload has another type
zod.get('/', { schema: { response: { 200: z.object({ ok: z.boolean() }) } } }, () => ({ ok: 'yes' }))
zod.get('/plain/:id', function (request) {
  expectType<string>(request.params.id)
  expectType<number>(this.db)
  return null
})

// Plugins inside inherit it; the context outside keeps its own, and a plugin may switch.
zod.register(async (child) => {
  child.post('/', { schema: { body: z.object({ n: z.number() }) } }, (request) => {
    expectType<number>(request.body.n)
    return null
  })
})
root.register(async (child) => {
  child.withTypeProvider<ZodProvider>().post('/', { schema: { body: z.object({ n: z.number() }) } }, (request) => {
    expectType<number>(request.body.n)
    return null
  })
  child.post('/', { schema: { body: Type.Object({ n: Type.Integer() }) } }, (request) => {
    expectType<number>(request.body.n)
    return null
  })
})
root.post('/', { schema: { body: z.object({ n: z.number() }) } }, (request) => {
  // @ts-expect-error this context's provider does not know the library
  request.body.n
  return null
})
