/** Requests without a matching route, with bodies of every kind: they get a 404, and no body is read beyond the limit. */
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
  'empty JSON': ['application/json', ''],
  'JSON that is not UTF-8': ['application/json', '"\xff"'],
  'an unsupported charset': ['application/json; charset=latin1', '{}'],
  'a content type without a parser': ['image/png', 'png'],
  'an invalid content type': ['nonsense', 'text'],
  'a body over bodyLimit': ['application/json', large],
  'a body refused by its parser': ['text/refused', 'text'],
  'a body whose parser throws': ['text/thrown', 'text'],
  'a valid body': ['application/json', '{}']
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
  'the default handler': undefined,
  'a custom handler': (_request, reply) => reply.code(404).send({ message: 'not here' })
}

const requestOf = (type: string, body: string, isChunked: boolean) => {
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const chunks = `${body && `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`
  const head = `POST /none HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\nContent-Type: ${type}\r\n${framing}\r\n\r\n`
  return head + (isChunked ? chunks : body)
}

for (const exchange of ['auto', 'stock'] as const) {
  for (const [name, handler] of Object.entries(notFoundHandlers)) {
    test(`a request with any body gets a 404 from ${name} when no route matches (${exchange})`, async (t) => {
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
    test(`a body over bodyLimit without a matching route is neither awaited nor read as a request (${framing}, ${exchange})`, async (t) => {
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
      // A malformed body in the packet of the head could be read before the response is written.
      conversation.send(head)
      await until(() => seen.length > 0, 'the request')
      const received = await conversation.send(sent + smuggled).closed()
      const [answer, rest] = readAnswer(received, 'POST')
      assert.deepEqual([answer.status, answer.headers.connection, rest, seen], [404, ['close'], '', ['/none']])
    })
  }

  test(`a client that disconnects in the middle of its body does not reach the not-found handler (${exchange})`, async (t) => {
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
    // The response on another connection proves that the first head was processed.
    assert.equal((await ask(origin, 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')).body, 'found')
    conversation.socket.destroy()
    await conversation.closed()
    assert.equal((await ask(origin, 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n')).body, 'found')
    assert.equal(handled, 0)
  })
}

test('an error without a status from a parser gets a 500 when no route matches, as in Fastify', async (t) => {
  const statusOf = async (app: LooseApp) => {
    t.after(() => app.close())
    declare(app)
    const headers = { 'content-type': 'text/faulty' }
    return (await app.inject({ method: 'POST', url: '/none', payload: 'text', headers })).statusCode
  }
  assert.deepEqual([await statusOf(createApp(t)), await statusOf(fastify())], [500, 500])
})

test('over HTTP/2 a request with any body gets a 404 when no route matches, and the session stays open', async (t) => {
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
