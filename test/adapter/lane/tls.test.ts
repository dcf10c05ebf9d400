/** Over TLS, an application sees the same of a connection in the lane as on Node's own classes. `handed-over` compares the bytes. */
import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import http2 from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { type TestContext, test } from 'node:test'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import type { StockCause } from '../../../src/adapter/stock/cause.ts'
import { Conversation } from '../../http-semantics/raw.ts'
import { cert, key } from '../../own-certificate.ts'
import { type Anything, createApp, type Options, type Wild } from '../../security/wild.ts'

const timeout = 30_000

const variants = {
  HTTPS: { https: { key, cert } },
  'HTTPS beside HTTP/2': { http2: true, https: { key, cert, allowHTTP1: true } }
}

type Exchange = 'auto' | 'stock'

async function serve(t: TestContext, options: Options, declare: (app: Wild) => void = () => {}) {
  const { app } = createApp(options)
  t.after(() => app.close())
  app.get('/', ({ protocol, raw, socket }: Anything) => {
    const { authorized, encrypted } = socket
    const subject = socket.getPeerCertificate?.()?.subject?.CN ?? null
    return { protocol, encrypted, authorized, subject, isSame: raw.socket === socket, version: raw.httpVersion }
  })
  app.post('/', ({ body }: Anything) => body)
  app.get('/raw', (_request: Anything, reply: Anything) => reply.raw.end('raw'))
  declare(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address()
  const open = async (more: ConnectionOptions = {}) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: cert, ...more })
    const conversation = new Conversation(socket)
    await Promise.race([once(socket, 'secureConnect'), once(socket, 'close')]).catch(() => {})
    return conversation as Conversation & { readonly socket: TLSSocket }
  }
  return { app, port, open }
}

function listen(t: TestContext): StockCause[] {
  const told: StockCause[] = []
  const note = (given: unknown) => void told.push(given as StockCause)
  subscribe('espalier.exchange.stock', note)
  t.after(() => unsubscribe('espalier.exchange.stock', note))
  return told
}

const get = (...fields: string[]) => `${['GET / HTTP/1.1', 'Host: localhost', ...fields].join('\r\n')}\r\n\r\n`
const post = (body: string) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

const withoutDate = (text: string) => text.replaceAll(/^date: .*\r\n/gim, '')

async function sameOnBoth<Given>(give: (exchange: Exchange) => Promise<Given>): Promise<Given> {
  const [auto, stock] = [await give('auto'), await give('stock')]
  assert.deepEqual(auto, stock)
  return auto
}

for (const [name, options] of Object.entries(variants)) {
  test(`${name}: exchanges send the same bytes as on the stock exchange`, {
    timeout
  }, async (t) => {
    const told = listen(t)
    const received = await sameOnBoth(async (exchange) => {
      const { open } = await serve(t, { ...options, exchange })
      const conversation = await open()
      for (const request of [get(), post('{"a":1}'), get()]) {
        const { length } = conversation.received
        await conversation.send(request).until(new RegExp(`^[^]{${length}}HTTP/1\\.1 200 [^]*\\}$`))
      }
      conversation.send('GET /raw HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      const received = withoutDate(await conversation.closed())
      assert.deepEqual(
        told.splice(0).map(({ cause }) => cause),
        ['request.raw', 'request.raw', 'reply.raw']
      )
      return received
    })
    assert.match(received, /"protocol":"https","encrypted":true,"authorized":false,.*"isSame":true/)
    assert.equal(received.match(/HTTP\/1\.1 200/g)?.length, 4)
  })

  test(`${name}: a client certificate authorizes, and a client without one is refused`, { timeout }, async (t) => {
    const given = { ...options, https: { ...options.https, requestCert: true, ca: cert } }
    const received = await sameOnBoth(async (exchange) => {
      const { open } = await serve(t, { ...given, exchange })
      const known = (await open({ key, cert })).send(get('Connection: close'))
      const unknown = (await open()).send(get('Connection: close'))
      return { known: withoutDate(await known.closed()), unknown: await unknown.closed() }
    })
    assert.match(received.known, /"authorized":true,"subject":"localhost"/)
    assert.equal(received.unknown, '')
  })

  test(`${name}: bytes that are not TLS reach clientErrorHandler`, { timeout }, async (t) => {
    const codes = await sameOnBoth(async (exchange) => {
      const errors: (string | undefined)[] = []
      const clientErrorHandler = (error: NodeJS.ErrnoException, socket: { destroy(): void }) => {
        errors.push(error.code)
        socket.destroy()
      }
      const { port } = await serve(t, { ...options, exchange, clientErrorHandler })
      const plain = new Conversation(connectTcp(port, '127.0.0.1')).send(get())
      await plain.closed()
      return errors
    })
    assert.deepEqual(codes, ['ERR_SSL_HTTP_REQUEST'])
  })

  test(`${name}: malformed requests get the same 400 bytes as on the stock exchange`, { timeout }, async (t) => {
    const malformed = ['GET / HTTP/1.1\r\nHost : x\r\n\r\n', 'garbage\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n']
    const received = await sameOnBoth(async (exchange) => {
      const { open } = await serve(t, { ...options, exchange })
      const answers: string[] = []
      for (const bytes of malformed) answers.push(withoutDate(await (await open()).send(bytes).closed()))
      return answers
    })
    for (const answer of received) assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
  })

  test(`${name}: an upgraded socket matches Node's, and close waits for a response in progress`, {
    timeout
  }, async (t) => {
    await sameOnBoth(async (exchange) => {
      const { app, open } = await serve(t, { ...options, exchange, closeTimeout: 50 }, (app) => {
        app.server.on('upgrade', (_request: unknown, socket: TLSSocket) => {
          socket.write(JSON.stringify({ own: Object.keys(socket).filter((key) => key === 'setTimeout'), up: true }))
        })
        app.get('/slow', async () => {
          await slow
          return 'slow but whole'
        })
      })
      const entered = once(app.server, 'request')
      let go = () => {}
      const slow = new Promise<void>((resolve) => {
        go = resolve
      })
      const waiting = (await open()).send('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await entered
      const upgraded = (await open()).send(get('Connection: Upgrade', 'Upgrade: other'))
      await upgraded.until(/up/)
      const closed = app.close()
      const cut = await upgraded.closed()
      go()
      const whole = withoutDate(await waiting.closed())
      await closed
      assert.match(whole, /slow but whole$/)
      return [cut, whole]
    })
  })
}

test('an HTTP/2 client is served beside an HTTP/1.1 client', { timeout }, async (t) => {
  const { port, open } = await serve(t, { ...variants['HTTPS beside HTTP/2'], exchange: 'auto' })
  const session = http2.connect(`https://localhost:${port}`, { ca: cert, host: '127.0.0.1' })
  t.after(() => session.close())
  const stream = session.request({ ':path': '/' })
  const [head] = await once(stream, 'response')
  assert.equal(head[':status'], 200)
  stream.resume()
  const first = await open({ ALPNProtocols: ['http/1.1'] })
  assert.equal(first.socket.alpnProtocol, 'http/1.1')
  assert.match(await first.send(get('Connection: close')).closed(), /"version":"1\.1"/)
})

test('an IncomingMessage class of the application is used for request.raw', { timeout }, async (t) => {
  const { IncomingMessage } = await import('node:http')
  class Own extends IncomingMessage {}
  const isOwn: boolean[] = []
  const options = { https: { key, cert, IncomingMessage: Own }, exchange: 'auto' }
  const { open } = await serve(t, options, (app) => {
    app.addHook('onRequest', async ({ raw }: Anything) => void isOwn.push(raw instanceof Own))
  })
  await (await open()).send(get('Connection: close')).closed()
  assert.deepEqual(isOwn, [true])
})
