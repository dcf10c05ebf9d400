import assert from 'node:assert/strict'
import dns from 'node:dns/promises'
import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { type Conversation, converse, lastRequest } from '../http-semantics/raw.ts'
import { type Anything, createApp, type Wild } from '../security/wild.ts'

const timeout = 30_000

/** The main address, and another one of the machine. */
const places = { first: '127.0.0.1', second: '127.0.0.2' }

/** An app on a machine whose `localhost` has both addresses. */
async function serve(t: TestContext, options: object, declare: (app: Wild) => void = () => {}) {
  const addresses = Object.values(places).map((address) => ({ address, family: 4 }))
  t.mock.method(dns, 'lookup', async () => addresses)
  const { app } = createApp({ closeTimeout: 50, ...options })
  t.after(() => app.close())
  declare(app)
  app.get('/', () => 'fine')
  await app.listen({ port: 0 })
  const bound: AddressInfo[] = app.addresses()
  assert.deepEqual(bound.map(({ address }) => address).sort(), Object.values(places))
  const port = bound[0]?.port as number
  return { app, open: (place: keyof typeof places) => converse(`http://${places[place]}:${port}`) }
}

const heads = {
  upgrade: 'GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
  connect: 'CONNECT a.test:80 HTTP/1.1\r\nHost: a.test\r\n\r\n'
}

const withoutDate = (text: string) => text.replaceAll(/^date: .*\r\n/gim, '')

async function answerTo(conversation: Conversation, head: string): Promise<string> {
  conversation.send(head).socket.end()
  return withoutDate(await conversation.closed())
}

for (const exchange of ['auto', 'stock']) {
  for (const [event, head] of Object.entries(heads)) {
    describe(`${event} at the second address of localhost (${exchange})`, () => {
      test('gets the same response as at the first address without a listener', { timeout }, async (t) => {
        const { open } = await serve(t, { exchange })
        const [first, second] = [await answerTo(await open('first'), head), await answerTo(await open('second'), head)]
        assert.equal(second, first)
        if (event === 'upgrade') assert.match(first, /fine$/)
      })

      for (const moment of ['before', 'after']) {
        test(`is handed over to a listener added ${moment} the app listens`, { timeout }, async (t) => {
          const listenTo = (app: Wild) =>
            void app.server.on(event, (_request: unknown, socket: Socket) => socket.end('handed over'))
          const { app, open } = await serve(t, { exchange }, (app) => void (moment === 'before' && listenTo(app)))
          if (moment === 'after') listenTo(app)
          for (const place of ['first', 'second'] as const)
            assert.equal(await answerTo(await open(place), head), 'handed over')
        })
      }

      test('gets the same response as at the first address after its listeners were removed', {
        timeout
      }, async (t) => {
        const { app, open } = await serve(t, { exchange })
        const listen = () => assert.fail('handed over')
        app.server.on(event, listen).on(event, listen).off(event, listen).off(event, listen)
        const [first, second] = [await answerTo(await open('first'), head), await answerTo(await open('second'), head)]
        assert.equal(second, first)
      })

      test('is destroyed after closeTimeout', { timeout }, async (t) => {
        const { app, open } = await serve(t, { exchange })
        const handedOver = once(app.server, event)
        const conversation = (await open('second')).send(head)
        const [, socket] = await handedOver
        await app.close()
        await conversation.closed()
        assert.ok(socket.destroyed)
      })
    })
  }

  test(`an endless response is destroyed at the second address when the app closes (${exchange})`, {
    timeout
  }, async (t) => {
    const { app, open } = await serve(t, { exchange }, (app) =>
      app.get('/endless', (_request: Anything, reply: Anything) => {
        reply.hijack()
        reply.raw.write('begun')
      })
    )
    const conversation = (await open('second')).send(lastRequest('GET', '/endless'))
    await conversation.until(/begun/)
    await app.close()
    assert.match(await conversation.closed(), /begun/)
  })
}
