import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from '../../../src/index.ts'
import { type Anything, createApp } from '../../security/wild.ts'

const teapot = () => Object.assign(new Error('a teapot'), { statusCode: 418 })
const boom = () => new Error('boom')

test('an error handler responds without the content type, the length and the serializer of the failed response', async () => {
  const { app } = createApp()
  app.setErrorHandler((error: Error, _request: Anything, reply: Anything) => reply.send({ failed: error.message }))
  const prepare = async (_request: Anything, reply: Anything) => {
    reply.type('text/html').header('content-length', '999')
    reply.serializer(() => 'from the serializer')
    throw boom()
  }
  app.get('/', prepare)
  app.get(
    '/text',
    { errorHandler: (_error: Error, _request: Anything, reply: Anything) => reply.send('text') },
    prepare
  )
  const answer = await app.inject('/')
  assert.deepEqual(
    [answer.body, answer.headers['content-type']],
    ['{"failed":"boom"}', 'application/json; charset=utf-8']
  )
  const [get, head] = [await app.inject('/text'), await app.inject({ method: 'HEAD', url: '/text' })]
  assert.deepEqual([get.body, get.headers['content-type']], ['text', 'text/plain; charset=utf-8'])
  assert.equal(head.headers['content-length'], '4')
})

test('an error handler that sets no status keeps a 4xx or 5xx status already set, or has that of the error', async () => {
  const { app } = createApp()
  app.setErrorHandler((_error: Error, _request: Anything, reply: Anything) => reply.send('handled'))
  for (const status of [201, 399, 400, 503])
    app.get(`/${status}`, (_request: Anything, reply: Anything) => {
      reply.raw.statusCode = status
      throw boom()
    })
  app.get('/teapot', () => {
    throw teapot()
  })
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  assert.deepEqual(await Promise.all(['/400', '/503', '/teapot'].map(statusOf)), [400, 503, 418])
})

test('an error handler may respond later by reply.send, or by a returned value or promise', async () => {
  const { app } = createApp()
  const answers: Record<string, (error: Error, request: Anything, reply: Anything) => unknown> = {
    later: (_error, _request, reply) => void setImmediate(() => reply.send('later')),
    value: () => ({ a: 1 }),
    promise: async () => 'promised',
    sent: (_error, _request, reply) => reply.send('sent'),
    null: () => null
  }
  for (const [name, errorHandler] of Object.entries(answers))
    app.get(`/${name}`, { errorHandler }, () => {
      throw teapot()
    })
  const bodies = await Promise.all(Object.keys(answers).map(async (name) => (await app.inject(`/${name}`)).body))
  assert.deepEqual(bodies, ['later', '{"a":1}', 'promised', 'sent', 'null'])
})

test('the headers of an error are sent in the response, and a headers member that is not an object is ignored', async () => {
  for (const [headers, expected] of [
    [{ 'retry-after': '7' }, '7'],
    ['retry-after', undefined],
    [null, undefined],
    [undefined, undefined],
    [7, undefined]
  ]) {
    const { app } = createApp()
    app.get('/', () => {
      throw Object.assign(teapot(), { headers })
    })
    const answer = await app.inject('/')
    assert.deepEqual(
      [answer.statusCode, answer.headers['retry-after'], answer.headers['0']],
      [418, expected, undefined]
    )
    assert.equal(answer.json().message, 'a teapot')
  }
})

test('a thrown non-error is a 500 whatever its status, and its message is shown only with exposeErrors', async () => {
  for (const [exposeErrors, thrown, message] of [
    [true, { message: 'a text' }, 'a text'],
    [false, { message: 'a text' }, 'Internal Server Error'],
    [false, { message: 'a text', statusCode: 418 }, 'Internal Server Error'],
    [true, { message: 'a text', statusCode: 418 }, 'a text'],
    [false, boom(), 'Internal Server Error'],
    [true, boom(), 'boom']
  ]) {
    const { app } = createApp({ exposeErrors })
    const seen: Anything[] = []
    app.addHook('onSend', async (_request: Anything, _reply: Anything, payload: Anything) => void seen.push(payload))
    app.get('/', () => {
      throw thrown
    })
    const answer = await app.inject('/')
    assert.deepEqual([answer.statusCode, answer.json().message], [500, message])
  }
})

const errorSchema = Type.Object({
  statusCode: Type.Integer(),
  error: Type.String(),
  message: Type.String(),
  detail: Type.Optional(Type.String())
})

test('a response schema for the status of an error serializes the default fields and a field of the error', async () => {
  for (const [exposeErrors, error, expected] of [
    [true, Object.assign(boom(), { detail: 'more' }), [500, 'Internal Server Error', 'boom', 'more']],
    [false, boom(), [500, 'Internal Server Error', 'Internal Server Error', undefined]],
    [false, teapot(), [418, "I'm a Teapot", 'a teapot', undefined]]
  ] as const) {
    const { app } = createApp({ exposeErrors })
    app.get('/', { schema: { response: { '4xx': errorSchema, '5xx': errorSchema } } }, () => {
      throw error
    })
    const answer = await app.inject('/')
    const body = answer.json()
    assert.deepEqual([body.statusCode, body.error, body.message, body.detail], expected)
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(answer.headers['content-length'], String(answer.body.length))
  }
})

/** An app whose error serializers return the result of `serialize`. */
async function serializedBy(serialize: () => unknown, exposeErrors: boolean) {
  const { app, lines } = createApp({ exposeErrors })
  app.setSerializerCompiler(() => serialize)
  app.get('/', { schema: { response: { 418: Type.Object({}) } } }, () => {
    throw teapot()
  })
  const { statusCode, body } = await app.inject('/')
  return { statusCode, body, lines }
}

test('text or bytes from an error serializer are sent, and a value of another type is reported', async () => {
  for (const made of ['"text"', Buffer.from('"text"')]) {
    const { statusCode, body } = await serializedBy(() => made, true)
    assert.deepEqual([statusCode, body], [418, '"text"'])
  }
  const { statusCode, body } = await serializedBy(() => 7, true)
  assert.equal(statusCode, 418)
  assert.deepEqual(Object.entries(JSON.parse(body)), [
    ['statusCode', 418],
    ['code', 'FST_ERR_REP_INVALID_PAYLOAD_TYPE'],
    ['message', "Attempted to send payload of invalid type 'number'. Expected a string or Buffer."]
  ])
})

test('a failing error serializer is a logged 500 that shows both errors only with exposeErrors', async () => {
  const failing = () => {
    throw new Error('the serializer broke')
  }
  const shown = await serializedBy(failing, true)
  assert.deepEqual(Object.keys(JSON.parse(shown.body)), ['statusCode', 'code', 'message'])
  const { statusCode, code, message } = JSON.parse(shown.body)
  assert.deepEqual([shown.statusCode, statusCode, code], [500, 500, 'FST_ERR_FAILED_ERROR_SERIALIZATION'])
  assert.match(message, /the serializer broke/)
  assert.match(message, /a teapot/)
  const hidden = await serializedBy(failing, false)
  assert.deepEqual(JSON.parse(hidden.body), {
    statusCode: 500,
    error: 'Internal Server Error',
    message: 'Internal Server Error'
  })
  for (const { lines } of [shown, hidden]) {
    const line = lines.find(({ msg }) => msg === 'The serializer for the given status code failed')
    assert.deepEqual([line?.level, line?.statusCode, line?.err?.message], [50, 418, 'the serializer broke'])
  }
  const promised = await serializedBy(async () => '{}', true)
  assert.match(JSON.parse(promised.body).message, /A response serializer/)
})

test('an error is serialized by the application/json entry of a response map, and by default without that entry', async () => {
  const { app } = createApp()
  const schema = Type.Object({ message: Type.String() })
  for (const mediaType of ['application/json', 'application/xml'])
    app.get(`/${mediaType}`, { schema: { response: { 418: { content: { [mediaType]: { schema } } } } } }, () => {
      throw teapot()
    })
  assert.equal((await app.inject('/application/json')).body, '{"message":"a teapot"}')
  assert.equal((await app.inject('/application/xml')).json().statusCode, 418)
})
