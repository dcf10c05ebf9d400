/** Requests that no route matches, with bodies of every kind: not found, and never more of a body is read than the limit. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:http2'
import { test } from 'node:test'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { createApp, type LooseApp, listen } from '../../http-semantics/app.ts'
import { ask, converse, readAnswer } from '../../http-semantics/raw.ts'
import { until } from '../../until.ts'

const bodyLimit = 100
const large = JSON.stringify('a'.repeat(2 * bodyLimit))
const bodies: Record<string, [type: string, body: string]> = {
  'broken JSON': ['application/json', '{"a":'],
  'poisonous JSON': ['application/json', '{"__proto__":1}'],
  'no JSON at all': ['application/json', ''],
  'JSON that is not UTF-8': ['application/json', '"\xff"'],
  'a charset that is not read': ['application/json; charset=latin1', '{}'],
  'a type without a parser': ['image/png', 'png'],
  'a type that is none': ['nonsense', 'text'],
  'a body that is too large': ['application/json', large],
  'a body that a parser refuses': ['text/refused', 'text'],
  'a body that a parser throws at': ['text/thrown', 'text'],
  'a good body': ['application/json', '{}']
}

function declare(app: LooseApp): void {
  app.addContentTypeParser('text/refused', { parseAs: 'string' }, (_request, _body, done) =>
    done(Object.assign(new Error('refused'), { statusCode: 422 }))
  )
  app.addContentTypeParser('text/faulty', { parseAs: 'string' }, (_request, _body, done) => done(new Error('faulty')))
  app.addContentTypeParser('text/thrown', async () => {
    throw Object.assign(new Error('thrown'), { statusCode: 401 })
  })
  app.get('/', () => 'found')
}

const notFoundHandlers: Record<string, ((request: FastifyRequest, reply: FastifyReply) => unknown) | undefined> = {
  'the default': undefined,
  'a handler of the application': (_request, reply) => reply.code(404).send({ message: 'not here' })
}

const requestOf = (type: string, body: string, isChunked: boolean) => {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const chunks = `${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`
  const head = `POST /none HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`
  return head + (isChunked ? chunks : body)
}

for (const exchange of ['auto', 'stock'] as const) {
  for (const [name, handler] of Object.entries(notFoundHandlers)) {
    test(`every body is not found, by ${name} (${exchange})`, async (t) => {
      const origin = await listen(
        t,
        (app) => {
          declare(app)
          if (handler !== undefined) app.setNotFoundHandler(handler)
        },
        { bodyLimit, exchange }
      )
      for (const [what, [type, body]] of Object.entries(bodies)) {
        for (const isChunked of [false, true]) {
          assert.equal((await ask(origin, requestOf(type, body, isChunked))).status, 404, what)
        }
      }
    })
  }

  for (const framing of ['Content-Length: 1000000000', 'Transfer-Encoding: chunked']) {
    test(`a body that is too large is not waited for, and is no request (${framing}, ${exchange})`, async (t) => {
      const seen: string[] = []
      const origin = await listen(
        t,
        (app) => {
          declare(app)
          app.addHook('onRequest', async ({ url }) => void seen.push(url))
        },
        { bodyLimit, exchange }
      )
      const conversation = await converse(origin)
      const smuggled = 'GET / HTTP/1.1\r\nHost: a.test\r\n\r\n'
      const content = smuggled.repeat(10)
      const sent = framing.includes('chunked') ? `${content.length.toString(16)}\r\n${content}\r\n` : content
      const head = `POST /none HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`
      // What is malformed in the packet of a head may be read before a later turn answers.
      conversation.send(head)
      await until(() => seen.length > 0, 'the request')
      const received = await conversation.send(sent + smuggled).closed()
      const [answer, rest] = readAnswer(received, 'POST')
      assert.deepEqual([answer.status, answer.headers.connection, rest, seen], [404, ['close'], '', ['/none']])
    })
  }

  test(`a client that leaves in the middle of its body reaches no handler (${exchange})`, async (t) => {
    let handled = 0
    const origin = await listen(
      t,
      (app) => {
        app.setNotFoundHandler((_request, reply) => {
          handled++
          reply.send('')
        })
        app.get('/', () => 'found')
      },
      { exchange }
    )
    const conversation = await converse(origin)
    conversation.send(
      'POST /none HTTP/1.1\r\nHost: a.test\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'
    )
    // The answer to another connection comes behind what that one did.
    assert.equal((await ask(origin, 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')).body, 'found')
    conversation.socket.destroy()
    await conversation.closed()
    assert.equal((await ask(origin, 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')).body, 'found')
    assert.equal(handled, 0)
  })
}

test('a fault of a parser is no fault of the body, and is told as in Fastify', async (t) => {
  const statusOf = async (app: LooseApp) => {
    t.after(() => app.close())
    declare(app)
    const headers = { 'content-type': 'text/faulty' }
    return (await app.inject({ method: 'POST', url: '/none', payload: 'text', headers })).statusCode
  }
  assert.deepEqual([await statusOf(createApp(t)), await statusOf(fastify())], [500, 500])
})

test('over HTTP/2 every body is not found, and the session goes on', async (t) => {
  const origin = await listen(t, declare, { bodyLimit, http2: true } as object)
  const client = connect(origin).on('error', () => {})
  t.after(() => client.close())
  for (const [what, [type, body]] of Object.entries(bodies)) {
    const stream = client.request({ ':method': 'POST', ':path': '/none', 'content-type': type })
    stream.on('error', () => {})
    stream.end(body, 'latin1')
    const [headers] = await once(stream, 'response')
    assert.equal(headers[':status'], 404, what)
    stream.close()
  }
  const stream = client.request({ ':path': '/' }).setEncoding('utf8')
  assert.equal((await stream.toArray()).join(''), 'found')
})
