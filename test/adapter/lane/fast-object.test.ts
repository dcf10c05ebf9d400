/**
 * V8 keeps the properties of an object in a table, and looks each of them up by name, once a property was deleted. Node reads properties of its server and
 * of its sockets for each request, so that costs 5 % of a GET, and 6 % of an upload.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { type Anything, createApp } from '../../security/wild.ts'

setFlagsFromString('--allow-natives-syntax')
const isFast = new Function('object', 'return %HasFastProperties(object)') as (object: object) => boolean
setFlagsFromString('--no-allow-natives-syntax')

test('an object is slow once a property was deleted', () => {
  const { first: _, ...object }: Record<string, number> = { first: 1, second: 2, third: 3 }
  assert.equal(isFast(object), true)
  Reflect.deleteProperty(object, 'second')
  assert.equal(isFast(object), false)
})

async function open(t: TestContext): Promise<{ app: Anything; client: Socket; accepted: () => Socket }> {
  const { app } = createApp({ logger: false })
  t.after(() => app.close())
  const sockets: Socket[] = []
  app.server.on('connection', (socket: Socket) => sockets.push(socket))
  app.addContentTypeParser('*', (_request: unknown, payload: Readable, done: (error: null, body: number) => void) => {
    let size = 0
    payload.on('data', (bytes: Buffer) => {
      size += bytes.length
    })
    payload.on('end', () => done(null, size))
  })
  app.post('/', async ({ body }: Anything) => ({ body }))
  app.get('/', async () => 'text')
  app.get('/raw', async ({ raw }: Anything, reply: Anything) => raw.url + reply.raw.statusCode)
  app.get('/stream', async (_request: unknown, reply: Anything) => reply.send(Readable.from(['one', 'two'])))
  app.post('/slow', async ({ raw }: Anything) => {
    raw.pause()
    await wait(100)
    raw.resume()
    return 'read'
  })
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const client = connect(Number(port), '127.0.0.1')
  t.after(() => client.destroy())
  return { app, client, accepted: () => sockets[0] as Socket }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const post = (path: string, size: number) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: a/b\r\nContent-Length: ${size}\r\n\r\n${'x'.repeat(size)}`

for (const [name, message] of Object.entries({
  'a GET': get('/'),
  'a GET whose handler reads the raw objects': get('/raw'),
  'a streamed response': get('/stream'),
  'a short body': post('/', 9),
  'a body that Node reads': post('/', 100_000),
  'a body that is read late': post('/slow', 500_000),
  'two messages at once': get('/') + get('/')
}))
  test(`server and socket are fast behind ${name}`, async (t) => {
    const { app, client, accepted } = await open(t)
    for (let turn = 0; turn < 3; turn++) {
      client.write(message)
      await once(client, 'data')
      await wait(20)
      assert.deepEqual([isFast(app.server), isFast(accepted())], [true, true])
    }
  })
