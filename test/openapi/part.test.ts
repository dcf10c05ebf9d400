import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { fieldsOf, type OperationContext, partOf } from '../../src/openapi/part.ts'
import { Components } from '../../src/openapi/schema/components.ts'
import { standardSchema } from '../../src/provider/standard-schema.ts'
import { nodeOf } from '../../src/tree/node.ts'
import { createApp } from '../security/wild.ts'
import { documentOf } from './describing.ts'

const text = { type: 'string' }
const shared = { base: { $id: 'base', type: 'object', required: ['a'], properties: { a: text } } }
const operation: OperationContext = {
  context: { node: nodeOf(createApp().app), shared },
  operationId: 'op',
  components: new Components(),
  version: '3.1'
}
const fields = (schema: unknown) =>
  [...fieldsOf(partOf(schema, 'in', operation))].map(([name, { isRequired }]) => `${name}${isRequired ? '!' : ''}`)

test('fields are found in objects, references and compositions', () => {
  assert.deepEqual(fields({ type: 'object', required: ['a'], properties: { a: text, b: text } }), ['a!', 'b'])
  assert.deepEqual(fields({ $ref: 'base#' }), ['a!'])
  assert.deepEqual(fields({ allOf: [{ $ref: 'base#' }, { required: ['b'], properties: { b: text } }] }), ['a!', 'b!'])
  assert.deepEqual(fields({ anyOf: [{ $ref: 'base#' }, { required: ['b'], properties: { b: text } }] }), ['a', 'b'])
  assert.deepEqual(fields({ $ref: '#/definitions/x', definitions: { x: { properties: { y: text } } } }), ['y'])
  assert.deepEqual(fields({ allOf: [{ $ref: '#' }], properties: { a: text } }), ['a'])
  for (const nothing of [undefined, null, true, { $ref: 'none#' }, { properties: 1 }])
    assert.deepEqual(fields(nothing), [])
})

test('a required field with a default is optional', () => {
  assert.deepEqual(fields({ type: 'object', required: ['a', 'b'], properties: { a: { default: 0 }, b: text } }), [
    'a',
    'b!'
  ])
})

test('schemas of a library are described by their JSON Schema for input and output', async () => {
  const book = z.object({ title: z.string().meta({ description: 'its title' }), pages: z.number().default(1) })
  const { paths } = await documentOf((app) => {
    const library = app.withTypeProvider(standardSchema())
    library.post(
      '/:id',
      {
        schema: {
          params: z.object({ id: z.uuid() }),
          querystring: z.object({ q: z.string().optional() }),
          body: book,
          response: { 200: book }
        }
      },
      () => ({})
    )
  })
  const { parameters, requestBody, responses } = paths['/{id}'].post
  assert.deepEqual(
    parameters.map(({ name, required }: { name: string; required?: true }) => [name, required]),
    [
      ['id', true],
      ['q', undefined]
    ]
  )
  assert.equal(parameters[0].schema.format, 'uuid')
  assert.deepEqual(requestBody.content['application/json'].schema.required, ['title'])
  assert.deepEqual(responses[200].content['application/json'].schema.required, ['title', 'pages'])
  assert.equal(responses[200].content['application/json'].schema.properties.title.description, 'its title')
})

test('a schema that converts itself to JSON Schema needs no type provider', async () => {
  const { paths } = await documentOf((app) => {
    app.setValidatorCompiler(() => (value: unknown) => ({ value }))
    app.post('/', { schema: { body: z.object({ a: z.string() }) } }, () => 1)
  })
  assert.deepEqual(paths['/'].post.requestBody.content['application/json'].schema.required, ['a'])
})

test('a part that a library cannot convert is any value, and the rest of the schema stays', async () => {
  const body = z.object({ at: z.date(), title: z.string() })
  const { paths } = await documentOf((app) => {
    app.withTypeProvider(standardSchema()).post('/', { schema: { body } }, () => 1)
  })
  const { schema } = paths['/'].post.requestBody.content['application/json']
  assert.deepEqual(schema.properties, { at: {}, title: text })
})

test('a schema whose library fails to convert it is any value', async () => {
  const refuse = () => {
    throw new Error('refused on purpose')
  }
  const body = { '~standard': { version: 1, vendor: 'own', validate: refuse, jsonSchema: { input: refuse } } }
  const { paths } = await documentOf((app) => {
    app.withTypeProvider(standardSchema()).post('/', { schema: { body } }, () => 1)
  })
  assert.deepEqual(paths['/'].post.requestBody, { required: true, content: { 'application/json': { schema: {} } } })
})
