/** Pipelined requests: a limited number runs at a time, the others wait, and there is no deadlock. */
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { connect as connectHttp2 } from 'node:http2'
import type { Socket } from 'node:net'
import { describe, type TestContext, test } from 'node:test'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { ask, request } from '../security/wire.ts'
import { connectTo, https } from '../shared-key.ts'
import { arrival, until } from '../until.ts'

const transports: Readonly<Record<string, object>> = {
  auto: {},
  stock: { exchange: 'stock' },
  TLS: { https }
}

interface Held {
  readonly app: Wild
  readonly port: number
  /** Waiting requests in the order of arrival: the name after `/held/`, and the function that releases the response. */
  readonly running: { readonly name: string; readonly answer: () => void }[]
  readonly started: string[]
  open(): Promise<{ readonly socket: Socket; received(text: string): Promise<string> }>
  /** Other requests were served meanwhile, so the server has read all that it is going to read. */
  settle(): Promise<void>
}

async function serve(t: TestContext, options: object, declare: (app: Wild) => void = () => {}): Promise<Held> {
  const { app } = createApp({ logger: false, ...options })
  t.after(() => app.close())
  const running: { name: string; answer: () => void }[] = []
  const started: string[] = []
  app.get('/', () => 'fine')
  app.route({
    method: ['GET', 'POST'],
    url: '/held/:name',
    handler: async ({ params, body }: Anything) => {
      started.push(params.name)
      await new Promise<void>((answer) => running.push({ name: params.name, answer }))
      return `<${params.name}${body ?? ''}>`
    }
  })
  declare(app)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const isTls = 'https' in options
  const open = async () => {
    const socket = await connectTo(options, { port })
    t.after(() => socket.destroy())
    const parts: string[] = []
    socket.on('data', (bytes) => parts.push(bytes.toString('latin1')))
    // The text is long and comes in small pieces, so no part is searched twice.
    const received = async (text: string) => {
      let searched = 1
      while (
        !parts
          .slice(searched - 1)
          .join('')
          .includes(text)
      ) {
        searched = Math.max(1, parts.length)
        await arrival(once(socket, 'data'), text)
      }
      return parts.join('')
    }
    return { socket, received }
  }
  const settle = async () => {
    for (let count = 0; count < 20; count++) {
      if (!isTls) await ask(port, request('/'))
      else {
        const { socket, received } = await open()
        socket.write(request('/'))
        await received('fine')
        socket.destroy()
      }
    }
  }
  return { app, port, running, started, open, settle }
}

const held = (name: number | string) => request(`/held/${name}`).toString()
const names = (count: number) => Array.from({ length: count }, (_, index) => String(index))
const bodies = (text: string) => [...text.matchAll(/<([^>]*)>/g)].map(([, body]) => body)

for (const [name, options] of Object.entries(transports)) {
  describe(`pipelined requests of one connection (${name})`, () => {
    for (const [bound, given] of [
      [100, {}] as const,
      [1, { maxRequestsInFlight: 1 }] as const,
      [7, { maxRequestsInFlight: 7 }] as const
    ]) {
      test(`run at most ${bound} at a time and get their responses in order`, {
        timeout: 600_000
      }, async (t) => {
        const { running, started, open, settle } = await serve(t, { ...options, ...given })
        const { socket, received } = await open()
        const all = names(1000)
        socket.write(all.map(held).join(''))
        await settle()
        assert.deepEqual(started, all.slice(0, bound))
        for (let count = 0; count < all.length; count++) {
          await until(() => running.length > 0, 'a handler')
          assert.ok(running.length <= bound, `${running.length} at work`)
          // An early response also waits for its turn.
          running.splice(count % running.length, 1)[0]?.answer()
        }
        assert.deepEqual(bodies(await received('<999>')), all)
        assert.deepEqual(started, all)
      })
    }

    test('are not read far beyond maxRequestsInFlight', async (t) => {
      const sockets: Socket[] = []
      const { running, started, open, settle } = await serve(t, { ...options, maxRequestsInFlight: 10 }, (app) =>
        app.server.on('https' in options ? 'secureConnection' : 'connection', (socket: Socket) => sockets.push(socket))
      )
      const { socket, received } = await open()
      const count = 200_000
      socket.write(names(count).map(held).join(''))
      await settle()
      assert.ok((sockets[0] as Socket).bytesRead < 1_000_000, `${sockets[0]?.bytesRead} bytes were read`)
      assert.equal(started.length, 10)
      await until(() => {
        for (const { answer } of running.splice(0)) answer()
        return started.length >= 30_000
      }, '30,000 handlers')
      await received('<20000>')
      socket.destroy()
      for (const { answer } of running.splice(0)) answer()
    })

    test('do not deadlock when the body of a waiting or running request is incomplete', async (t) => {
      for (const maxRequestsInFlight of [1, 2, 3]) {
        const { running, started, open, settle } = await serve(t, { ...options, maxRequestsInFlight })
        const { socket, received } = await open()
        const post = request('/held/c', {
          method: 'POST',
          headers: [['Content-Type', 'text/plain']],
          body: '!'.repeat(200_000)
        })
        const [head, body] = [post.subarray(0, -200_000), post.subarray(-200_000)]
        socket.write(Buffer.concat([Buffer.from(held('a') + held('b')), head]))
        await settle()
        socket.write(Buffer.concat([body, Buffer.from(held('d') + held('e'))]))
        // A handler waits for its body, so a later one may run first.
        await until(() => {
          running.shift()?.answer()
          return started.length === 5 && running.length === 0
        }, 'the five handlers')
        assert.deepEqual(bodies(await received('<e>')), ['a', 'b', `c${'!'.repeat(200_000)}`, 'd', 'e'])
        assert.deepEqual([...started].sort(), ['a', 'b', 'c', 'd', 'e'])
      }
    })

    test('do not start after their client disconnects, and close() completes', async (t) => {
      const { app, running, started, open, settle } = await serve(t, { ...options, maxRequestsInFlight: 5 })
      const { socket } = await open()
      socket.write(names(1000).map(held).join(''))
      await settle()
      socket.destroy()
      await settle()
      await until(async () => {
        for (const { answer } of running.splice(0)) answer()
        await settle()
        return running.length === 0
      }, 'the last handler')
      assert.ok(started.length < 1000, `${started.length} were started`)
      await app.close()
    })

    test('that have started are completed by close()', async (t) => {
      const { app, running, open, settle } = await serve(t, { ...options, maxRequestsInFlight: 5 })
      const { socket, received } = await open()
      socket.write(names(100).map(held).join(''))
      await settle()
      const closing = app.close()
      await until(() => {
        running.shift()?.answer()
        return running.length === 0
      }, 'the last handler')
      assert.deepEqual(bodies(await received('<4>')).slice(0, 5), names(5))
      await closing
    })
  })
}

test('pipelined requests run in the asynchronous context of their arrival', async (t) => {
  const storage = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const { open } = await serve(t, { maxRequestsInFlight: 2 }, (app) =>
    app.get('/own/:name', ({ params }: Anything, reply: Anything) => {
      seen.push(storage.getStore())
      storage.run(params.name, () => void setImmediate(() => reply.send(`<${params.name}>`)))
      return reply
    })
  )
  const { socket, received } = await open()
  socket.write(
    names(10)
      .map((name) => request(`/own/${name}`).toString())
      .join('')
  )
  await received('<9>')
  assert.deepEqual(seen, Array(10).fill(undefined))
})

test('maxRequestsInFlight: 0 does not limit running requests', async (t) => {
  const { running, started, open, settle } = await serve(t, { maxRequestsInFlight: 0 })
  const { socket } = await open()
  socket.write(names(500).map(held).join(''))
  await settle()
  assert.equal(started.length, 500)
  for (const { answer } of running) answer()
})

test('maxRequestsInFlight limits the streams of an HTTP/2 session, unless its settings set another limit', async (t) => {
  for (const [options, bound] of [
    [{}, 100],
    [{ maxRequestsInFlight: 10 }, 10],
    [{ http: { settings: { maxConcurrentStreams: 20 } } }, 20]
  ] as const) {
    const { running, started, port } = await serve(t, { http2: true, ...options })
    const client = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => {})
    t.after(() => client.destroy())
    const [settings] = await once(client, 'remoteSettings')
    assert.equal(settings.maxConcurrentStreams, bound)
    let ended = 0
    for (const name of names(250))
      client
        .request({ ':path': `/held/${name}` })
        .resume()
        .on('close', () => ended++)
    await until(() => {
      assert.ok(running.length <= bound, `${running.length} at work`)
      for (const { answer } of running.splice(0)) answer()
      return ended === 250
    }, 'the end of every stream')
    assert.equal(started.length, 250)
  }
})
