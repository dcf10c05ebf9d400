import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard, httpError, Type } from '../../src/index.ts'
import { documented } from '../../src/openapi/index.ts'
import type { Anything } from '../security/wild.ts'
import { documentOf, operationOf } from './describing.ts'

const responses = async (response: object, more: object = {}): Promise<Anything> =>
  (await operationOf((app) => app.get('/', { schema: { response }, ...more }, () => 1))).responses

const Problem = Type.Object({ why: Type.String() }, { $id: 'problem' })
const refTo = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } })

test('responses are listed by status, class and default, each with its description', async () => {
  const found = await responses({
    default: Problem,
    '4xx': Problem,
    404: Type.Ref(Problem, { description: 'There is none.' }),
    201: { content: { 'text/csv': { schema: Type.String() } }, description: 'The table.' },
    200: { description: 'The thing.', type: 'object', properties: { a: { type: 'string' } } }
  })
  assert.deepEqual(Object.keys(found), ['200', '201', '404', '4XX', 'default'])
  assert.deepEqual(
    Object.values(found).map(({ description }: Anything) => description),
    ['The thing.', 'The table.', 'There is none.', 'Client Error', 'Any other answer']
  )
  assert.equal(found['4XX'].content['application/json'].schema.$ref, '#/components/schemas/problem')
})

test('headers of a response are listed beside its content', async () => {
  const headers = { 'X-Total': { type: 'integer', description: 'How many there are.' } }
  const expected = {
    'X-Total': { description: 'How many there are.', schema: { type: 'integer', description: 'How many there are.' } }
  }
  const inPlace = await responses({ 200: { type: 'object', properties: {}, headers } })
  assert.deepEqual(inPlace[200].headers, expected)
  assert.equal(inPlace[200].content['application/json'].schema.headers, undefined)
  const byType = await responses({ 200: { headers, content: { 'text/csv': { schema: Type.String() } } } })
  assert.deepEqual(byType[200].headers, expected)
})

test('a response with a null schema, and one to HEAD, have no content', async () => {
  const found = await responses({ 204: Type.Null(), 200: Type.Null(), 304: {} })
  for (const status of [200, 204, 304]) assert.equal(found[status].content, undefined)
  const head = await operationOf((app) => app.head('/', { schema: { response: { 200: Problem } } }, () => 1))
  for (const each of Object.values<Anything>(head.responses)) assert.equal(each.content, undefined)
})

test('a route without a schema for success responds with any content', async () => {
  const anything = { description: 'Success', content: { '*/*': {} } }
  assert.deepEqual((await responses({ '4xx': Problem }))['2XX'], anything)
  assert.deepEqual((await operationOf((app) => app.get('/', () => 1))).responses['2XX'], anything)
  for (const status of [200, '2xx', 'default'])
    assert.equal((await responses({ [status]: { type: 'object' } }))['2XX']?.content?.['*/*'], undefined)
})

test('framework errors are described unless the application handles errors itself', async () => {
  const { paths, components } = await documentOf((app) => app.get('/', () => 1))
  for (const status of ['4XX', '5XX']) assert.deepEqual(paths['/'].get.responses[status].content, refTo('Error'))
  const { required, properties } = components.schemas.Error
  const { app } = (await import('../security/wild.ts')).createApp()
  app.get('/odd', async () => {
    throw Object.assign(new Error('odd'), { statusCode: 518 })
  })
  for (const [url, phrase] of [
    ['/none', ['error']],
    ['/odd', []]
  ] as const) {
    const members = Object.keys(JSON.parse((await app.inject(url)).body))
    assert.deepEqual(members.toSorted(), [...required, ...phrase].toSorted())
    assert.deepEqual(
      members.filter((name) => !(name in properties)),
      []
    )
  }
  for (const declare of [
    (app: Anything) => app.setErrorHandler(() => 'x').get('/', () => 1),
    (app: Anything) => app.get('/', { errorHandler: () => 'x' }, () => 1),
    (app: Anything) => app.get('/', { schema: { response: { default: Problem } } }, () => 1)
  ]) {
    const own = (await operationOf(declare)).responses
    assert.ok(!('4XX' in own) && !('5XX' in own))
  }
  assert.deepEqual((await responses({ '4xx': Problem }))['4XX'].content, refTo('problem'))
})

test('default responses of a context are those of its routes, unless a route declares its own', async () => {
  const { paths } = await documentOf((app) => {
    app.register(async (context: Anything) => {
      const defaulted = context.routeDefaults({ response: { 404: Type.Ref(Problem), '5xx': { why: Type.String() } } })
      for (const path of ['/a', '/b']) defaulted.get(path, () => 1)
      defaulted.get('/c', { schema: { response: { 404: Type.Null() } } }, () => 1)
    })
    app.get('/d', () => 1)
  })
  for (const path of ['/a', '/b']) {
    assert.deepEqual(paths[path].get.responses[404].content, refTo('problem'))
    assert.equal(paths[path].get.responses['5XX'].content['application/json'].schema.type, 'object')
  }
  assert.equal(paths['/c'].get.responses[404].content, undefined)
  assert.equal(paths['/d'].get.responses[404], undefined)
})

const refuse = guard(async () => {
  throw httpError(401, 'NO', 'no')
})

test('the errors of a guard have the schema of the route, its context or the framework', async () => {
  const guarded = documented(refuse, { errors: [401, 403] })
  const at = async (response: object, handler?: () => unknown) =>
    operationOf((app) => {
      if (handler) app.setErrorHandler(handler)
      app.get('/', { onRequest: guarded, schema: { response } }, () => 1)
    })
  assert.deepEqual((await at({})).responses[401], { description: 'Unauthorized', content: refTo('Error') })
  assert.deepEqual((await at({ '4xx': Type.Ref(Problem) })).responses[403], {
    description: 'Forbidden',
    content: refTo('problem')
  })
  assert.deepEqual((await at({ 401: Type.Null() })).responses[401], { description: 'Unauthorized' })
  assert.deepEqual((await at({}, () => 'x')).responses[401], { description: 'Unauthorized' })
})

test('a documented error handler adds its errors and keeps those of the framework', async () => {
  const rethrow = documented(
    (error: unknown) => {
      throw error
    },
    { errors: [503] }
  )
  for (const declare of [
    (app: Anything) => app.setErrorHandler(rethrow).get('/', () => 1),
    (app: Anything) => app.get('/', { errorHandler: rethrow }, () => 1)
  ]) {
    const own = (await operationOf(declare)).responses
    assert.deepEqual(own[503], { description: 'Service Unavailable', content: refTo('Error') })
    for (const status of ['4XX', '5XX']) assert.deepEqual(own[status].content, refTo('Error'))
  }
  const declared = (app: Anything) => {
    app.setErrorHandler(rethrow).get('/', { schema: { response: { '5xx': Type.Ref(Problem) } } }, () => 1)
  }
  assert.deepEqual((await operationOf(declared)).responses[503].content, refTo('problem'))
  const mixed = (app: Anything) => app.setErrorHandler(() => 'x').get('/', { errorHandler: rethrow }, () => 1)
  assert.ok(!('4XX' in (await operationOf(mixed)).responses))
})

test('the responses of a guard are listed, with the schema of the route if it has one', async () => {
  const headers = { 'Retry-After': { type: 'integer' } }
  const slow = documented(async () => {}, {
    response: { 429: { headers, content: { 'application/json': { schema: Type.Ref(Problem) } } } }
  })
  const at = async (response: object) =>
    (await operationOf((app) => app.get('/', { onRequest: [slow], schema: { response } }, () => 1))).responses[429]
  const described = { description: 'Too Many Requests', headers: { 'Retry-After': { schema: { type: 'integer' } } } }
  assert.deepEqual(await at({}), { ...described, content: refTo('problem') })
  assert.deepEqual(await at({ '4xx': { $id: 'other', type: 'object' } }), { ...described, content: refTo('other') })
  assert.deepEqual(await at({ 429: Type.Null() }), { description: 'Too Many Requests' })
})
