import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Components } from '../../../src/openapi/schema/components.ts'
import { convertInPlace } from '../../../src/openapi/schema/convert.ts'
import { nodeOf } from '../../../src/tree/node.ts'
import { createApp } from '../../security/wild.ts'
import { documentOf } from '../describing.ts'

const node = nodeOf(createApp().app)
const text = { type: 'string' }

test('references to one schema share a component, and so do equal schemas', () => {
  const components = new Components()
  const scope = (operationId: string) => ({
    context: { node, shared: {} },
    document: text,
    way: 'out' as const,
    operationId
  })
  const context = scope('a')
  const refs = [
    components.refer({ schema: text, document: text, name: 't' }, context),
    components.refer({ schema: text, document: text, name: 't' }, context),
    components.refer({ schema: { ...text }, document: text, name: 't' }, scope('b')),
    components.refer({ schema: { type: 'number' }, document: text, name: 't' }, scope('c'))
  ]
  const schemas = components.finish((schema, each) => convertInPlace(schema, each, components))
  assert.deepEqual(
    refs.map(({ $ref }) => $ref.replace('#/components/schemas/', '')),
    ['t-a', 't-a', 't-a', 't-c']
  )
  assert.deepEqual(Object.keys(schemas), ['t-a', 't-c'])
})

const answering = (id: string) => ({ schema: { response: { 200: { $ref: `${id}#` }, '4xx': text, '5xx': text } } })

function context(name: string, schema: object, prefix: string) {
  const register = async (app: { addSchema(schema: object): void; get(...args: unknown[]): void }) => {
    app.addSchema({ $id: 'item', ...schema })
    app.addSchema({ $id: 'list', type: 'array', items: { $ref: 'item#' } })
    app.get('/', answering('list'), () => [])
  }
  return [Object.defineProperty(register, 'name', { value: name }), { prefix }] as const
}

test('schemas with one $id in different contexts are named by context, in any order', async () => {
  const shop = context('shop', text, '/shop')
  const admin = context('admin', { type: 'number' }, '/admin')
  const copy = context('copy', text, '/copy')
  const documents = []
  for (const order of [
    [shop, admin, copy],
    [copy, admin, shop],
    [admin, copy, shop]
  ])
    documents.push(await documentOf((app) => order.map(([plugin, options]) => app.register(plugin, options)).at(-1)))
  const [first, ...others] = documents.map((document) => JSON.stringify(document))
  for (const other of others) assert.equal(other, first)
  // Equal texts that refer to different schemas are different components.
  assert.deepEqual(Object.keys(documents[0].components.schemas), ['item-admin', 'item-copy', 'list-admin', 'list-copy'])
  assert.deepEqual(documents[0].components.schemas['list-admin'].items, { $ref: '#/components/schemas/item-admin' })
})

test('a schema of the root context keeps its name beside one of an inner context', async () => {
  const { components } = await documentOf((app) => {
    app.register(
      async (child: typeof app) => {
        child.addSchema({ $id: 'item', type: 'number' })
        child.get('/a', answering('item'), () => 1)
      },
      { prefix: '/orgs/:org' }
    )
    app.register(async (child: typeof app) => {
      child.addSchema({ $id: 'own', type: 'object', properties: { a: { $id: 'item', ...text } } })
      child.get('/z', answering('own'), () => 1)
    })
  })
  assert.deepEqual(Object.keys(components.schemas), ['item-getZ', 'item-orgs-org', 'own'])
})

test('a schema with defaults, and one that refers to it, has a second component for input', async () => {
  const page = {
    $id: 'page',
    type: 'object',
    required: ['size'],
    properties: { size: { type: 'integer', default: 1 } }
  }
  const other = { $id: 'other', type: 'object', properties: { a: text } }
  const { components, paths } = await documentOf((app) => {
    for (const schema of [page, other]) app.addSchema(schema)
    app.addSchema({ $id: 'book', type: 'object', properties: { page: { $ref: 'page#' }, other: { $ref: 'other#' } } })
    app.post('/', { schema: { body: { $ref: 'book#' }, ...answering('book').schema } }, () => ({}))
  })
  assert.deepEqual(Object.keys(components.schemas), ['book', 'bookInput', 'other', 'page', 'pageInput'])
  assert.deepEqual(components.schemas.page.required, ['size'])
  assert.equal(components.schemas.pageInput.required, undefined)
  assert.deepEqual(paths['/'].post.requestBody.content['application/json'].schema, {
    $ref: '#/components/schemas/bookInput'
  })
})

test("a schema named 'Error' keeps its name, and that of the framework is renamed", async () => {
  const own = { $id: 'Error', type: 'object', properties: { why: text } }
  const { components, paths } = await documentOf((app) =>
    app.get('/', { schema: { response: { 200: own } } }, () => ({ why: 'a' }))
  )
  assert.deepEqual(Object.keys(Object(components).schemas).sort(), ['Error', 'FrameworkError'])
  const { 200: answer, '5XX': fault } = paths['/'].get.responses
  assert.equal(answer.content['application/json'].schema.$ref, '#/components/schemas/Error')
  assert.equal(fault.content['application/json'].schema.$ref, '#/components/schemas/FrameworkError')
})
