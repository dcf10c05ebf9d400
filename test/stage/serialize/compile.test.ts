import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isError } from '../../../src/error/error.ts'
import { toPolicy } from '../../../src/policy.ts'
import { normalizeRouteSchema } from '../../../src/schema/route-schema.ts'
import { buildSerializer, type SerializerCompiler } from '../../../src/schema/serializer.ts'
import { compileSerializers, exactSerializer, findSerializer } from '../../../src/stage/serialize.ts'

const where = { method: 'GET', url: '/users' }
const only = (name: string) => ({ type: 'object', properties: { [name]: {} } })
const data = { exact: 1, class: 1, default: 1, json: 1, csv: 1, any: 1, secret: 1 }

function send(response: object, status: number, mediaType?: string): string | undefined {
  const normalized = normalizeRouteSchema({ response }, where)
  const serializers = compileSerializers(normalized?.response, buildSerializer(), where, toPolicy({}))
  assert.ok(serializers)
  return findSerializer(serializers, status, mediaType)?.(data)
}

test('a route without response schemas has no serializers', () => {
  assert.equal(compileSerializers(undefined, buildSerializer(), where, toPolicy({})), null)
  assert.equal(compileSerializers(new Map(), buildSerializer(), where, toPolicy({})), null)
})

test('the schema of the exact status wins over its class, and the class over default', () => {
  const response = { default: only('default'), '2XX': only('class'), 201: only('exact') }
  assert.equal(send(response, 201), '{"exact":1}')
  assert.equal(send(response, 200), '{"class":1}')
  assert.equal(send(response, 404), '{"default":1}')
})

test('a status that no key matches has no serializer', () => {
  assert.equal(send({ 200: only('exact'), '3xx': only('class') }, 404), undefined)
})

test('a media type uses its own schema, or else that of */*', () => {
  const content = {
    'application/json': { schema: only('json') },
    'text/csv': { schema: only('csv') },
    '*/*': { schema: only('any') }
  }
  assert.equal(send({ 200: { description: 'd', content } }, 200, 'application/json'), '{"json":1}')
  assert.equal(send({ '2xx': { content } }, 200, 'text/csv'), '{"csv":1}')
  assert.equal(send({ default: { content } }, 200, 'image/png'), '{"any":1}')
  assert.equal(send({ default: { content } }, 200), '{"any":1}')
})

test('a media type that its status does not list has no serializer, also when a broader key matches', () => {
  const json = { content: { 'application/json': { schema: only('json') } } }
  const response = { 200: json, '2xx': only('class'), default: only('default') }
  for (const mediaType of ['text/plain', 'constructor', '__proto__', undefined]) {
    assert.equal(send(response, 200, mediaType), undefined)
  }
})

test('the compiler receives the schema, the route, the status key and the media type', () => {
  const asked: unknown[] = []
  const compiler: SerializerCompiler = (request) => {
    asked.push(request)
    return () => ''
  }
  const schema = { type: 'string' }
  const response = { '2XX': schema, 404: { content: { 'text/plain': { schema } } } }
  compileSerializers(normalizeRouteSchema({ response }, where)?.response, compiler, where, toPolicy({}))
  assert.deepEqual(asked, [
    { schema, method: 'GET', url: '/users', httpStatus: '404', contentType: 'text/plain' },
    { schema, method: 'GET', url: '/users', httpStatus: '2xx' }
  ])
})

test('a schema that does not compile throws an error that names the route and has a cause', () => {
  assert.throws(
    () => send({ 200: { $ref: 'nowhere#' } }, 200),
    (error: Error) =>
      isError(error, 'FST_ERR_SCH_SERIALIZATION_BUILD') &&
      error.message.startsWith('Failed building the serialization schema for GET: /users, due to error ') &&
      error.cause instanceof Error
  )
})

test('a schema that does not compile throws an error with its status and media type', () => {
  const schema = { $ref: 'nowhere#' }
  assert.throws(() => send({ 404: schema }, 200), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD', httpStatus: '404' })
  const response = { '4XX': { content: { 'text/plain': { schema } } } }
  assert.throws(() => send(response, 200), { httpStatus: '4xx', contentType: 'text/plain' })
})

test('a compiler that returns a non-function throws an error that names the status', () => {
  const response = new Map([['200', { schema: {} }]])
  assert.throws(
    () => compileSerializers(response, (() => 'text') as never, where, toPolicy({})),
    (error: Error) => isError(error, 'FST_ERR_SCH_SERIALIZATION_BUILD') && error.message.includes("'200'")
  )
})

test('a compiler that returns undefined leaves the payload to JSON.stringify', () => {
  const response = new Map([
    ['200', { schema: {} }],
    ['default', { schema: only('default') }]
  ])
  const compiler: SerializerCompiler = ({ httpStatus }) => (httpStatus === '200' ? undefined : () => 'default') as never
  const serializers = compileSerializers(response, compiler, where, toPolicy({}))
  assert.ok(serializers)
  assert.equal(findSerializer(serializers, 200, undefined)?.({ a: 1 }), '{"a":1}')
  assert.equal(findSerializer(serializers, 404, undefined)?.({ a: 1 }), 'default')
})

test('exactSerializer finds only the entry of its key, never a broader one', () => {
  const content = { 'text/csv': { schema: only('csv') } }
  const response = { 201: only('exact'), '2xx': only('class'), 404: { content } }
  const serializers = compileSerializers(
    normalizeRouteSchema({ response }, where)?.response,
    buildSerializer(),
    where,
    toPolicy({})
  )
  assert.ok(serializers)
  const send = (key: string, mediaType?: string) => exactSerializer(serializers, key, mediaType)?.(data)
  assert.equal(send('201'), '{"exact":1}')
  assert.equal(send('2XX'), '{"class":1}')
  assert.equal(send('404', 'text/csv'), '{"csv":1}')
  for (const key of ['200', 'default', '5xx', '404', 'constructor']) assert.equal(send(key), undefined)
})
