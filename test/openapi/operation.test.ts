import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, Type } from '../../src/index.ts'
import { documentOf, operationOf } from './describing.ts'

test('an operation contains the documentation keys of its route', async () => {
  const said = {
    ...{ tags: ['a', 'b'], summary: 'S', description: 'D', deprecated: true, operationId: 'own' },
    ...{ externalDocs: { url: 'https://example.com' }, servers: [{ url: '/v2' }], 'x-own': { a: 1 } }
  }
  const { responses, ...operation } = await operationOf((app) => app.get('/', { schema: said }, () => 1))
  assert.deepEqual(operation, said)
  assert.ok(responses)
})

test('a missing summary is made of the name of the operation in words', async () => {
  const { signUp } = endpoints('/accounts', {}, { signUp: 'POST /' })
  const { paths } = await documentOf((app) => {
    app.route(signUp, () => 1)
    app.get('/api/books/:id', () => 1)
    app.get('/b', { schema: { operationId: 'list_HTML-pagesOf2' } }, () => 1)
  })
  assert.equal(paths['/accounts'].post.summary, 'Sign up')
  assert.equal(paths['/accounts'].post.operationId, 'signUp')
  assert.equal(paths['/api/books/{id}'].get.summary, 'Get api books by id')
  assert.equal(paths['/b'].get.summary, 'List HTML pages of2')
})

test('an operation contains no part that its route does not declare', async () => {
  const operation = await operationOf((app) =>
    app.get('/', { schema: { response: { 200: Type.Null(), default: Type.Null() } } }, () => 1)
  )
  assert.deepEqual(operation, {
    operationId: 'getRoot',
    summary: 'Get root',
    responses: { 200: { description: 'OK' }, default: { description: 'Any other answer' } }
  })
})

test('a body that may be null is not required, also as a union and by media type', async () => {
  const title = Type.Object({ title: Type.String() })
  const orNull = Type.Union([title, Type.Null()])
  const isRequired = async (body: object) => {
    const { requestBody } = await operationOf((app) => app.post('/', { schema: { body } }, () => 1))
    return Object(requestBody).required === true
  }
  const content = (...schemas: object[]) => ({
    content: Object.fromEntries(schemas.map((schema, at) => [`application/${at}+json`, { schema }]))
  })
  assert.deepEqual(await Promise.all([title, content(title), content(title, orNull)].map(isRequired)), [
    true,
    true,
    true
  ])
  assert.deepEqual(
    await Promise.all([Type.Null(), orNull, content(orNull), content(orNull, Type.Null())].map(isRequired)),
    [false, false, false, false]
  )
})
