/** Defects of Fastify 5.12 and of its router over HTTP/2: requests that crashed the process for all clients. */
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect } from 'node:http2'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { catchCrashes } from '../../faults/crash.ts'
import { type Anything, createApp, type Wild } from '../wild.ts'

interface Answer {
  readonly status: number | undefined
  readonly body: string
  readonly trailers: Record<string, unknown>
}

/** Opens an app over HTTP/2 that must not crash, and a session with it. */
async function serveStreams(t: TestContext, declare: (app: Wild) => unknown): Promise<ClientHttp2Session> {
  const crashes = catchCrashes(t)
  const { app } = createApp({ http2: true })
  declare(app)
  const session = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
  t.after(async () => {
    session.destroy()
    await app.close()
    assert.deepEqual(crashes, [])
  })
  return session
}

/** Sends one request on its own stream. A stream that is reset has no status. */
async function ask(session: ClientHttp2Session, fields: Record<string, string>): Promise<Answer> {
  const stream = session
    .request(fields)
    .setEncoding('utf8')
    .on('error', () => {})
  let status: number | undefined
  let body = ''
  let trailers: Record<string, unknown> = {}
  stream.on('response', (headers) => {
    status = headers[':status']
  })
  stream.on('trailers', (headers) => {
    trailers = headers
  })
  stream.on('data', (text: string) => {
    body += text
  })
  await Promise.race([new Promise((resolve) => stream.once('close', resolve)), sleep(5000, null, { ref: false })])
  return { status, body, trailers }
}

const bodies: Record<string, () => unknown> = {
  'a text': () => 'text',
  'an object': () => ({ a: 1 }),
  nothing: () => undefined,
  'a stream': () => Readable.from(['part', 'part']),
  'a web stream': () => ReadableStream.from([Buffer.from('part')])
}

// GHSA-4mh8-r7rc-xpvc, CVE-2026-92081
for (const [name, make] of Object.entries(bodies)) {
  test(`${name} with a trailer is sent over HTTP/2, and the next request is served`, async (t) => {
    const session = await serveStreams(t, (app) => {
      app.get('/', (_request: unknown, reply: Anything) => {
        reply.trailer('x-sum', async () => 'sum')
        reply.send(make())
      })
      app.get('/fine', () => 'fine')
    })
    const { status, trailers } = await ask(session, { ':path': '/' })
    assert.equal(status, 200)
    assert.equal(trailers['x-sum'], 'sum')
    assert.equal((await ask(session, { ':path': '/fine' })).body, 'fine')
  })
}

// CVE-2026-47219, GHSA-c96f-x56v-gq3h (find-my-way): over HTTP/2 a method is any token
test('a method with the name of an inherited property has no routes', async (t) => {
  const session = await serveStreams(t, (app) => app.get('/', () => 'fine'))
  for (const method of [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'get', 'x']) {
    const { status = 0 } = await ask(session, { ':path': '/', ':method': method })
    assert.ok(status >= 400, `${method}: ${status}`)
    assert.equal((await ask(session, { ':path': '/' })).body, 'fine', `after ${method}`)
  }
})
