import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '../../src/index.ts'
import type { Anything } from '../security/wild.ts'
import { documentOf, operationOf } from './describing.ts'

const parametersOf = async (path: string, schema: object, options = {}): Promise<Anything> =>
  (await operationOf((app) => app.get(path, { schema }, () => 1), options)).parameters

test('a path parameter is described by its schema or as a string', async () => {
  assert.deepEqual(
    await parametersOf('/:id/:name', { params: { id: Type.Integer({ description: 'its id' }), name: Type.String() } }),
    [
      { name: 'id', in: 'path', description: 'its id', required: true, schema: { type: 'integer' } },
      { name: 'name', in: 'path', required: true, schema: { type: 'string' } }
    ]
  )
  assert.deepEqual(await parametersOf('/:id', {}), [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } }
  ])
})

test('the pattern of a path parameter is in its schema, unless that has one or another type', async () => {
  const schemaOf = async (id?: object) => (await parametersOf('/:id(^\\d+$)', id ? { params: { id } } : {}))[0].schema
  assert.deepEqual(await schemaOf(), { type: 'string', pattern: '^\\d+$' })
  assert.deepEqual(await schemaOf(Type.String({ pattern: '^1' })), { type: 'string', pattern: '^1' })
  assert.deepEqual(await schemaOf(Type.Integer()), { type: 'integer' })
})

test('the parameter of a prefix is one of every route below it, before a wildcard or an optional parameter', async () => {
  const { paths } = await documentOf(
    (app) => {
      app.register(
        async (orgs: Anything) => {
          orgs.get('/', () => 1)
          orgs.get('/files/*', () => 1)
          orgs.get('/t/:id?', { schema: { params: { id: Type.Optional(Type.Integer()) } } }, () => 1)
        },
        { prefix: '/orgs/:org', params: { org: Type.String({ minLength: 2 }) } }
      )
    },
    { version: '3.2' }
  )
  assert.deepEqual(Object.keys(paths), [
    '/orgs/{org}',
    '/orgs/{org}/files/{wildcard}',
    '/orgs/{org}/t',
    '/orgs/{org}/t/{id}'
  ])
  for (const path of Object.keys(paths))
    assert.deepEqual(paths[path].get.parameters[0], {
      name: 'org',
      in: 'path',
      required: true,
      schema: { type: 'string', minLength: 2 }
    })
  assert.deepEqual(paths['/orgs/{org}/files/{wildcard}'].get.parameters[1], {
    ...{ name: 'wildcard', in: 'path', required: true, allowReserved: true, schema: { type: 'string' } }
  })
  assert.deepEqual(paths['/orgs/{org}/t/{id}'].get.parameters[1].schema, { type: 'integer' })
  assert.equal(paths['/orgs/{org}/t'].get.parameters.length, 1)
})

test('query strings, headers and cookies have a parameter for each field', async () => {
  const parameters = await parametersOf('/', {
    querystring: Type.Object({
      q: Type.String({ deprecated: true, examples: ['x'] }),
      page: Type.Integer({ default: 1 })
    }),
    headers: {
      'x-token': Type.String(),
      accept: Type.String(),
      'Content-Type': Type.String(),
      authorization: Type.Optional(Type.String())
    },
    cookies: { sid: Type.Optional(Type.String()) }
  })
  assert.deepEqual(parameters, [
    {
      name: 'q',
      in: 'query',
      required: true,
      deprecated: true,
      schema: { type: 'string', deprecated: true, examples: ['x'] }
    },
    { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
    { name: 'x-token', in: 'header', required: true, schema: { type: 'string' } },
    { name: 'sid', in: 'cookie', schema: { type: 'string' } }
  ])
  assert.equal((await parametersOf('/', { query: { a: Type.String() } }))[0].name, 'a')
})

test('a parameter whose schema has an $id refers to its component', async () => {
  const id = { $id: 'id', type: 'string', description: 'an id' }
  assert.deepEqual(await parametersOf('/:id', { params: { type: 'object', properties: { id } } }), [
    { name: 'id', in: 'path', description: 'an id', required: true, schema: { $ref: '#/components/schemas/id' } }
  ])
})
