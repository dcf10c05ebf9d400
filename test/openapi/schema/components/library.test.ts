// For random apps, a component must have the same name and content as in an app with fewer routes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { openapi } from '../../../../src/openapi/index.ts'
import { standardSchema } from '../../../../src/provider/standard-schema.ts'
import { budget } from '../../../fuzz/budget.ts'
import { type Anything, createApp } from '../../../security/wild.ts'
import { documentOf, info } from '../../describing.ts'

const Author = z.object({ name: z.string() }).meta({ id: 'Author' })
const Book = z.object({ title: z.string(), pages: z.number().default(1), author: Author }).meta({ id: 'Book' })
const Slug = z.string().min(2).meta({ id: 'Slug' })
const Tree: z.ZodType = z.object({ slug: Slug, children: z.lazy(() => z.array(Tree)) }).meta({ id: 'Tree' })
const Price = z.string().transform(Number).meta({ id: 'Price' })
const nameless: z.ZodType = z.object({ book: Book.optional(), next: z.lazy(() => nameless.optional()) })

const size = { type: 'integer', default: 1 }
const declared = [
  { $id: 'page', type: 'object', required: ['size'], properties: { size } },
  { $id: 'note', type: 'object', properties: { text: { type: 'string' } } },
  { $id: 'shelf', type: 'object', properties: { page: { $ref: 'page#' }, note: { $ref: 'note#' } } }
]
const inline = { $id: 'inline', type: 'object', required: ['size'], properties: { size } }

const both: readonly unknown[] = [
  ...[Author, Book, Slug, Tree, z.object({ book: Book, slug: Slug }), z.array(Tree)],
  ...[nameless, z.object({ inner: nameless }), inline],
  ...declared.map(({ $id }) => ({ $ref: `${$id}#` }))
]
const incoming = [...both, Price, z.object({ price: Price, at: z.coerce.date(), book: Book, slug: Slug })]

interface Route {
  readonly body: number
  readonly answer: number
  readonly isInside: boolean
}

const routes = fc.array(
  fc.record({ body: fc.nat(incoming.length), answer: fc.nat(both.length), isInside: fc.boolean() }),
  { minLength: 1, maxLength: 6 }
)

async function describe(all: readonly Route[], isThere: (index: number) => boolean): Promise<Anything> {
  const { app } = createApp()
  for (const schema of declared) app.addSchema(schema)
  app.withTypeProvider(standardSchema())
  const declare = (context: Anything, isInside: boolean) => {
    for (const [index, route] of all.entries()) {
      if (route.isInside !== isInside || !isThere(index)) continue
      const [body, answer] = [incoming[route.body], both[route.answer]]
      const schema = { ...(body !== undefined && { body }), ...(answer !== undefined && { response: { 200: answer } }) }
      context.post(`/r${index}`, { schema }, () => ({}))
    }
  }
  declare(app, false)
  app.register(async (child: Anything) => declare(child, true))
  await app.ready()
  return JSON.parse(JSON.stringify(openapi(app, { info })))
}

const ids = new Set(['Author', 'Book', 'Slug', 'Tree', 'Price', 'page', 'note', 'shelf', 'inline', 'Error'])

test('names of components do not depend on other routes, and schemas with ids keep these', async () => {
  await fc.assert(
    fc.asyncProperty(routes, fc.nat(), async (all, chosen) => {
      const document = await describe(all, () => true)
      const whole = document.components.schemas
      const fewer = await describe(all, (index) => index !== chosen % all.length)
      for (const [name, content] of Object.entries(fewer.components?.schemas ?? {}))
        assert.deepEqual(whole[name], content, name)
      for (const name of Object.keys(whole)) {
        const text = JSON.stringify({ ...document, components: { schemas: { ...whole, [name]: {} } } })
        assert.ok(text.includes(`"#/components/schemas/${name}"`), name)
        const id = name.replace(/Input$/, '')
        assert.ok(ids.has(id) || /^postR\d(?:Input)?\d*$/.test(name), name)
      }
    }),
    budget(100)
  )
})

test('a Zod schema with an id has that name for output and the suffix Input for input', async () => {
  const { paths, components } = await documentOf((app) => {
    const context = app.withTypeProvider(standardSchema())
    context.post('/b', { schema: { body: Book } }, () => 1)
    context.get('/a', { schema: { response: { 200: Book } } }, () => 1)
    context.put('/c', { schema: { body: Slug, response: { 200: Slug } } }, () => 1)
  })
  const names = ['Author', 'AuthorInput', 'Book', 'BookInput', 'Error', 'Slug']
  assert.deepEqual(Object.keys(components.schemas), names)
  const { schema } = paths['/b'].post.requestBody.content['application/json']
  assert.deepEqual(schema, { $ref: '#/components/schemas/BookInput' })
  assert.deepEqual(components.schemas.BookInput.properties.author, { $ref: '#/components/schemas/AuthorInput' })
})

test('two schemas with one id are named by operation, for input and output', async () => {
  const { components } = await documentOf((app) => {
    const context = app.withTypeProvider(standardSchema())
    const item = (field: string) => ({ $id: 'item', type: 'object', required: [field], properties: { [field]: size } })
    for (const field of ['a', 'b']) {
      const schema = { body: item(field), response: { 200: item(field), '4xx': Slug, '5xx': Slug } }
      context.post(`/${field}`, { schema }, () => ({}))
    }
  })
  const names = ['Slug', 'item-postA', 'item-postAInput', 'item-postB', 'item-postBInput']
  assert.deepEqual(Object.keys(components.schemas), names)
})
