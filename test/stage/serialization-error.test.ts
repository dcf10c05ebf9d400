import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const schema = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } }

const served = (options: object = {}) => {
  const { app } = createApp({ exposeErrors: false, ...options })
  const seen: Anything[] = []
  app.addHook('onError', async (_request: unknown, _reply: unknown, error: unknown) => void seen.push(error))
  return { app, seen }
}

const logged = () => {
  const lines: Anything[] = []
  return { lines, logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } }
}

test('a response that violates its schema is a 500 logged with route, status and reason, hidden from clients', async () => {
  const { lines, logger } = logged()
  const { app, seen } = served({ logger })
  app.get('/books/:id', { schema: { response: { 201: schema } } }, async (_request: unknown, reply: Anything) => {
    reply.code(201)
    return {}
  })
  const { statusCode, body } = await app.inject('/books/7')
  assert.equal(statusCode, 500)
  assert.doesNotMatch(body, /title|books|201/)
  const sentence = 'the answer 201 of GET /books/:id could not be serialized: "title" is required!'
  const line = lines.find(({ level }) => level === 50)
  assert.equal(line.msg, sentence)
  assert.ok(line.err.stack.startsWith(`Error: ${sentence}\n`), line.err.stack)
  const [error] = seen
  assert.equal(error.message, '"title" is required!')
  assert.deepEqual(Object.keys(error), ['serialization'])
})

test('an error response that violates its schema is a 500 logged with route, status and reason', async () => {
  const { lines, logger } = logged()
  const { app } = served({ logger })
  app.get('/books', { schema: { response: { 503: schema } } }, async () => {
    throw Object.assign(new Error('busy'), { statusCode: 503 })
  })
  const { statusCode, body } = await app.inject('/books')
  assert.equal(statusCode, 500)
  assert.doesNotMatch(body, /title|books|busy/)
  const line = lines.find(({ err }) => err?.message === '"title" is required!')
  assert.match(line.err.stack, /^Error: the answer 503 of GET \/books could not be serialized: "title" is required!\n/)
})

test('any value thrown by a serializer is a 500 and is logged', async () => {
  const odd = Object.defineProperty(new Error('x'), 'message', { value: Symbol('no text') })
  for (const thrown of [Object.freeze(new Error('frozen')), odd, 'text', null, undefined]) {
    const { lines, logger } = logged()
    const { app } = served({ logger })
    app.get('/', (_request: unknown, reply: Anything) => {
      reply.serializer(() => {
        throw thrown
      })
      return reply.send({})
    })
    const { statusCode } = await app.inject('/')
    assert.equal(statusCode, 500)
    assert.ok(
      lines.some(({ level }) => level === 50),
      'it is logged'
    )
  }
})

test('a response with an undeclared status is reported as such, even when it cannot be serialized', async () => {
  const { app, seen } = served()
  app.get('/', { schema: { response: { 201: schema, 202: schema } } }, async () => ({ count: 5n }))
  assert.equal((await app.inject('/')).statusCode, 500)
  assert.equal(seen[0]?.code, 'ESP_ERR_RESPONSE_STATUS_UNDECLARED')
})

test("with exposeErrors the message names the response, and with compat 'fastify' only the reason", async () => {
  for (const [options, message] of [
    [{}, 'the answer 200 of GET /books could not be serialized: "title" is required!'],
    [{ compat: 'fastify' }, '"title" is required!']
  ] as const) {
    const { app } = served({ exposeErrors: true, logger: false, ...options })
    app.get('/books', { schema: { response: { 200: schema } } }, async () => ({}))
    assert.deepEqual((await app.inject('/books')).json(), { statusCode: 500, error: 'Internal Server Error', message })
  }
})
