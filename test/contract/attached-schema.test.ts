import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { attachedSchemasIn, attachSchema, isNamed } from '../../src/contract/attached-schema.ts'
import { Type } from '../../src/schema/type-builder.ts'
import { type Anything, createApp } from '../security/wild.ts'

const wild = Type as Anything
const Author = wild.Object({ name: wild.String() }, { $id: 'author' })
const Book = wild.Object({ title: wild.String(), author: wild.Ref(Author) }, { $id: 'book' })

test('a reference attaches its schema and those that it refers to, at any depth', () => {
  const placed = { response: { 200: wild.Array(wild.Optional(wild.Ref(Book))) } }
  assert.deepEqual([...attachedSchemasIn(placed)], [Book, Author])
  assert.deepEqual([...attachedSchemasIn({ ...wild.Ref(Author) })], [Author])
  for (const nothing of [undefined, null, 1, 'a', {}, [], wild.Ref('book')])
    assert.equal(attachedSchemasIn(nothing).size, 0)
})

test('the JSON of a reference equals that of TypeBox', () => {
  assert.equal(JSON.stringify(wild.Ref(Book)), JSON.stringify(wild.Ref('book')))
  assert.deepEqual(Object.keys(wild.Ref(Book, { description: 'one' })).sort(), ['$ref', 'description'])
})

test('schemas that refer to each other or to themselves are found once', () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { minLength: 1, maxLength: 6 })
  const links = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 20 })
  fc.assert(
    fc.property(ids, links, (names, edges) => {
      const schemas = names.map(($id) => ({ $id, anyOf: [] as object[] }))
      for (const [from, to] of edges) {
        const [one, other] = [schemas[from % names.length], schemas[to % names.length]]
        if (one && other) one.anyOf.push(attachSchema({ $ref: other.$id }, other))
      }
      const [first] = schemas
      assert.ok(first)
      const reached = new Set<object>()
      const visit = (index: number): void => {
        const schema = schemas[index]
        if (schema === undefined || reached.has(schema)) return
        reached.add(schema)
        for (const [from, to] of edges) if (from % names.length === index) visit(to % names.length)
      }
      visit(0)
      assert.deepEqual(new Set(attachedSchemasIn(attachSchema({ $ref: first.$id }, first))), reached)
    })
  )
})

test('only an object with a text as $id is a named schema', () => {
  for (const value of [null, undefined, 'a', 1, {}, { $id: 1 }]) assert.ok(!isNamed(value))
  assert.ok(isNamed({ $id: 'a' }))
})

for (const [where, declare] of Object.entries<(app: Anything, reference: unknown) => void>({
  'a route': (app, reference) =>
    app.get('/', { schema: { response: { 200: reference } } }, () => ({ title: 'Emma', more: 1 })),
  'the defaults of a context': (app, reference) => {
    app.routeDefaults({ response: { '4xx': reference } })
    app.get('/', (_request: unknown, reply: Anything) => reply.code(404).send({ title: 'Emma', more: 1 }))
  },
  'a shared schema': (app, reference) => {
    app.addSchema({ $id: 'shelf', type: 'object', properties: { first: reference } })
    app.get('/', { schema: { response: { 200: { $ref: 'shelf#/properties/first' } } } }, () => ({
      title: 'Emma',
      more: 1
    }))
  }
}))
  test(`${where} needs no addSchema for a reference`, async () => {
    const Title = wild.Object({ title: wild.String() }, { $id: 'title' })
    const { app } = createApp()
    app.register(async (child: Anything) => declare(child, wild.Ref(Title)))
    const { body } = await app.inject('/')
    assert.equal(body, '{"title":"Emma"}')
    assert.equal(app.getSchema('title'), undefined)
  })

test('a prefix parameter may refer to an attached schema', async () => {
  const Slug = wild.String({ $id: 'slug', pattern: '^[a-z]+$' })
  const { app } = createApp()
  const answer = async (child: Anything) => child.get('/', (request: Anything) => request.params)
  app.register(answer, { prefix: '/:org', params: { org: wild.Ref(Slug) } })
  assert.equal((await app.inject('/acme/')).statusCode, 200)
  assert.equal((await app.inject('/ACME/')).statusCode, 400)
})

test('an attached schema may be added again, and another schema under its $id throws', async () => {
  const response = { 200: wild.Ref(Book) }
  const { app } = createApp()
  app.register(async (child: Anything) => {
    child.get('/a', { schema: { response } }, () => ({}))
    child.get('/b', { schema: { response } }, () => ({}))
    child.addSchema(Book)
  })
  app.after(() => app.addSchema(structuredClone({ ...Author })))
  await app.ready()
  assert.ok(app.getSchema('author'))

  const { app: other } = createApp()
  other.addSchema({ $id: 'book', type: 'string' })
  assert.throws(() => other.get('/a', { schema: { response } }, () => ({})), { code: 'FST_ERR_SCH_ALREADY_PRESENT' })
})

test('getSchema of a custom bucket is not called without attached schemas', async () => {
  const asked: string[] = []
  const bucket = () => ({ add: () => {}, getSchema: (id: string) => void asked.push(id), getSchemas: () => ({}) })
  const { app } = createApp({ schemaController: { bucket } })
  app.addSchema({ $id: 'own', type: 'string' })
  await app.ready()
  assert.deepEqual(asked, [])
})

test('a schema defined after its reference is attached, too', () => {
  const Leaf = wild.Object({ tree: wild.Optional(wild.Ref('tree', () => Tree)) }, { $id: 'leaf' })
  const Tree = wild.Object({ leaf: wild.Ref(Leaf) }, { $id: 'tree' })
  assert.deepEqual([...attachedSchemasIn({ body: wild.Ref(Leaf) })], [Leaf, Tree])
  assert.equal(JSON.stringify(wild.Ref('tree', () => Tree)), '{"$ref":"tree"}')
})
