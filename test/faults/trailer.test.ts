/** Trailers that never arrive or arrive late: a response whose head was sent must still end, and the log names the trailer. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { connect, constants } from 'node:http2'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdClock } from '../held-clock.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'
import { closeOf } from '../until.ts'
import { catchCrashes } from './crash.ts'

const bodies: Record<string, () => unknown> = {
  'a text': () => 'text',
  'a stream': () => Readable.from(['part', 'part']),
  'a web stream': () => ReadableStream.from([Buffer.from('part')])
}

function answerFor(make: () => unknown) {
  return (_request: Anything, reply: Anything) => {
    reply.trailer('x-known', async () => '1')
    reply.trailer('x-never', function forgetful() {})
    reply.send(make())
  }
}

/** The connection that waits for an answer to end, which it does only by being closed. */
async function assertBrokenOff(connection: Connection): Promise<void> {
  assert.equal(await connection.read(), null)
  assert.match(connection.rest, /^HTTP\/1\.1 200 /)
}

test('a trailer that rejects is omitted, and its name is logged', async (t) => {
  const { send, lines } = await serve(t, {}, (app) =>
    app.get('/', (_request: Anything, reply: Anything) => {
      reply.trailer('x-sum', async () => {
        throw new Error('no sum')
      })
      reply.send('text')
    })
  )
  assert.equal((await send('/'))?.body, 'text')
  const told = lines.filter(({ level }) => level >= 40).map(({ msg, err }) => [msg, err?.message])
  assert.deepEqual(told, [["the trailer 'x-sum' failed", 'no sum']])
})

for (const exchange of ['auto', 'stock']) {
  for (const [name, make] of Object.entries(bodies)) {
    test(`${name} whose trailer never arrives is aborted after handlerTimeout (${exchange})`, async (t) => {
      const { port, lines } = await serve(t, { exchange, handlerTimeout: 100 }, (app) => app.get('/', answerFor(make)))
      await assertBrokenOff(new Connection(port).send(request('/')))
      const told = lines.filter(({ msg }) => msg?.includes('x-never'))
      assert.equal(told.length, 1, JSON.stringify(lines))
      assert.match(told[0]?.msg ?? '', /forgetful/)
    })

    test(`${name} whose trailer never arrives is aborted after the default time limit (${exchange})`, async (t) => {
      const wind = holdClock(t, 'setInterval')
      const { port, lines } = await serve(t, { exchange }, (app) => app.get('/', answerFor(make)))
      const connection = new Connection(port).send(request('/'))
      await once(connection.socket, 'data')
      await sleep(20)
      wind(120_000)
      assert.ok(!connection.isClosed)
      wind(2_000)
      await assertBrokenOff(connection)
      assert.equal(lines.filter(({ msg }) => msg?.includes('x-never')).length, 1, JSON.stringify(lines))
    })
  }
}

/** Both protocols must not let an error of a trailer reach the process. */
for (const http2 of [false, true]) {
  test(`a trailer that arrives after a client disconnect has no effect (HTTP/${http2 ? 2 : 1})`, async (t) => {
    const crashes = catchCrashes(t)
    const seen = new EventEmitter()
    const { app, lines } = createApp({ http2 })
    t.after(() => app.close())
    app.get('/', (_request: Anything, reply: Anything) => {
      reply.trailer('x-late', async () => {
        seen.emit('asked')
        await once(seen, 'settle')
        return '1'
      })
      reply.send('text')
    })
    const origin: string = await app.listen({ port: 0, host: '127.0.0.1' })
    const asked = once(seen, 'asked')
    if (http2) {
      const client = connect(origin).on('error', () => {})
      const stream = client.request({ ':path': '/' }).on('error', () => {})
      await asked
      stream.close(constants.NGHTTP2_CANCEL)
      await closeOf(stream)
      client.destroy()
    } else {
      const connection = new Connection(Number(new URL(origin).port)).send(request('/'))
      await asked
      connection.destroy()
      await connection.closed
    }
    await sleep(30)
    seen.emit('settle')
    await sleep(30)
    assert.deepEqual(crashes, [])
    assert.deepEqual(
      lines.filter(({ level }) => level >= 40),
      []
    )
  })

  test(`forbidden trailer names do not crash the process (HTTP/${http2 ? 2 : 1})`, async (t) => {
    const crashes = catchCrashes(t)
    const { app, lines } = createApp({ http2 })
    t.after(() => app.close())
    app.get('/', (_request: Anything, reply: Anything) => {
      for (const name of ['connection', 'keep-alive', 'upgrade', ':path', 'x-kept'])
        reply.trailer(name, async () => '1')
      reply.send('text')
    })
    const origin: string = await app.listen({ port: 0, host: '127.0.0.1' })
    if (http2) {
      const client = connect(origin).on('error', () => {})
      const stream = client.request({ ':path': '/' }).on('error', () => {})
      await closeOf(stream.resume())
      client.destroy()
    } else {
      const connection = new Connection(Number(new URL(origin).port)).send(request('/'))
      await connection.read()
      connection.destroy()
    }
    assert.deepEqual(crashes, [], JSON.stringify(lines))
  })
}
