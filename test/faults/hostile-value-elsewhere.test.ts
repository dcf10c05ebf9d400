/** Hostile values behind HTTP/2 and in process: a stream is answered or reset, a call is settled, and the next one is served. */
import assert from 'node:assert/strict'
import { type ClientHttp2Session, connect } from 'node:http2'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { type Anything, createApp, type Wild } from '../security/wild.ts'
import { catchCrashes } from './crash.ts'
import { hostileValues } from './hostile-value.ts'

const values = Object.entries(hostileValues)
const pathOf = (seam: string, index: number) => `/${encodeURIComponent(seam)}/${index}`

type Route = (make: (request: Anything, reply: Anything) => unknown) => readonly [options: object, handler: Anything]

const seams: Record<string, Route> = {
  returned: (make) => [{}, async (request: Anything, reply: Anything) => make(request, reply)],
  'sent later': (make) => [
    {},
    (request: Anything, reply: Anything) => void setImmediate(() => reply.send(make(request, reply)))
  ],
  'passed on by onSend': (make) => [
    {
      onSend: (request: Anything, reply: Anything, _payload: unknown, done: Anything) =>
        done(null, make(request, reply))
    },
    () => ({ a: 1 })
  ],
  'passed on by an async onSend': (make) => [
    { onSend: async (request: Anything, reply: Anything, _payload: unknown) => make(request, reply) },
    () => ({ a: 1 })
  ]
}

function declare(app: Wild): void {
  app.get('/', () => 'fine')
  for (const [seam, toRoute] of Object.entries(seams)) {
    for (const [index, [, make]] of values.entries())
      app.get(pathOf(seam, index), ...toRoute((request, reply) => make({ request, reply })))
  }
}

function open(t: TestContext, options: object): { app: Wild; crashes: unknown[] } {
  const crashes = catchCrashes(t)
  const { app } = createApp({ handlerTimeout: 50, ...options })
  t.after(() => app.close())
  declare(app)
  return { app, crashes }
}

async function ask(client: ClientHttp2Session, path: string): Promise<string> {
  const stream = client.request({ ':path': path })
  let body = ''
  stream.setEncoding('utf8').on('error', () => {})
  stream.on('data', (text) => {
    body += text
  })
  await new Promise<void>((resolve) => stream.once('close', resolve))
  return body
}

for (const seam of Object.keys(seams)) {
  test(`a hostile value ${seam} ends its HTTP/2 stream, and the next one is served`, async (t) => {
    const { app, crashes } = open(t, { http2: true })
    const client = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
    t.after(() => client.destroy())
    for (const [index, [name]] of values.entries()) {
      await ask(client, pathOf(seam, index))
      assert.equal(await ask(client, '/'), 'fine', name)
      assert.deepEqual(crashes, [], name)
    }
  })

  test(`a hostile value ${seam} settles its inject call, and the next one is served`, async (t) => {
    const { app, crashes } = open(t, {})
    for (const [index, [name]] of values.entries()) {
      await app.inject(pathOf(seam, index)).catch(() => {})
      await turn()
      assert.equal((await app.inject('/')).body, 'fine', name)
      assert.deepEqual(crashes, [], name)
    }
  })
}
