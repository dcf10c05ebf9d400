/** Faults that make most responses impossible: the client still gets one complete response in time. */
import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { json, serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

for (const [name, error] of Object.entries({
  'was destroyed': undefined,
  'has failed': new Error('unpacking failed')
})) {
  test(`a body replaced by a preParsing stream that ${name} gets 400`, async (t) => {
    const { send } = await serve(t, {}, (app) => {
      app.addHook('preParsing', async () => {
        const stream = new PassThrough().on('error', () => {})
        stream.destroy(error)
        await new Promise(setImmediate)
        return stream
      })
      app.post('/', (incoming: Anything) => incoming.body)
    })
    assert.equal((await send('/', { method: 'POST', headers: [json], body: '{}' }))?.status, 400)
  })
}

for (const exchange of ['auto', 'stock']) {
  test(`a redirect to an invalid location gets 500 with its reason phrase (${exchange})`, async (t) => {
    const { port } = await serve(t, exchange === 'stock' ? { exchange } : {}, (app) =>
      app.get('/', (_request: unknown, reply: Anything) => reply.redirect('/a\r\nx: y'))
    )
    const connection = new Connection(port)
    let head = ''
    connection.socket.once('data', (bytes) => {
      head = String(bytes).split('\r\n', 1)[0] as string
    })
    assert.equal((await connection.send(request('/')).read())?.status, 500)
    assert.equal(head, 'HTTP/1.1 500 Internal Server Error')
    connection.destroy()
  })

  test(`an error response drops headers of the application and has its own type and length (${exchange})`, async (t) => {
    const { port } = await serve(t, exchange === 'stock' ? { exchange } : {}, (app) => {
      app.get('/', (_request: unknown, reply: Anything) => reply.header('x-broken', 'a\r\nb').send('text'))
      app.get('/coded', {
        handler: (_request: unknown, reply: Anything) => reply.header('transfer-encoding', 'chunked').send('text'),
        onSend: async () => {
          throw new Error('the hook failed')
        }
      })
    })
    for (const path of ['/', '/coded']) {
      const connection = new Connection(port).send(request(path))
      const answer = await connection.read()
      assert.equal(answer?.status, 500)
      assert.deepEqual(answer.headers.get('content-type'), ['application/json; charset=utf-8'])
      assert.deepEqual(answer.headers.get('content-length'), [String(answer.body.length)])
      assert.deepEqual(
        [answer.headers.get('transfer-encoding'), answer.headers.get('x-broken')],
        [undefined, undefined]
      )
      assert.equal(JSON.parse(answer.body).statusCode, 500)
      assert.equal(connection.rest, '')
      connection.destroy()
    }
  })
}

const refuse = () => {
  throw Object.assign(new Error('Cannot write headers after they are sent to the client'), {
    code: 'ERR_HTTP_HEADERS_SENT'
  })
}

for (const exchange of ['auto', 'stock'])
  for (const member of ['writeHead', 'end', 'setHeader', 'getHeaderNames'])
    test(`a response whose ${member} throws ends, and the next request is served (${exchange})`, {
      timeout: 600_000
    }, async (t) => {
      const { port } = await serve(t, exchange === 'stock' ? { exchange } : {}, (app) => {
        app.get('/', {
          onSend: async (_request: Anything, reply: Anything) =>
            void Object.defineProperty(reply.raw, member, { get: refuse, set: refuse, configurable: true }),
          handler: () => 'ok'
        })
        app.get('/next', () => 'served')
      })
      const connection = new Connection(port).send(request('/'))
      await connection.read()
      const next = new Connection(port).send(request('/next'))
      assert.equal((await next.read())?.body, 'served')
      for (const one of [connection, next]) one.destroy()
    })
