import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync, deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { exchange } from './wire.ts'

const text = 'to be or not to be, '.repeat(200)
const encodings = ['br', 'gzip', 'deflate'] as const
const unpack = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }
const pack = { br: brotliCompressSync, gzip: gzipSync, deflate: deflateSync }

async function withCompression(options: FastifyCompressOptions = {}, bodyLimit = 1_048_576): Promise<FastifyInstance> {
  const app = createApp({ bodyLimit })
  // The plugin changes routes through onRoute, so it is loaded before they are declared.
  await app.register(compress, options)
  app.get('/', async () => ({ text }))
  app.post('/', async (request) => request.body)
  return app
}

const ask = (origin: string, encoding: string, path = '/') =>
  exchange(origin, path, { headers: { 'accept-encoding': encoding } })
const post = (origin: string, body: Buffer, encoding: string) =>
  exchange(origin, '/', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, 'content-length': body.length },
    body
  })

test('an empty list of encodings stops the boot', async () => {
  const app = createApp()
  app.register(compress, { encodings: [] })
  await assert.rejects(async () => app.ready(), { message: 'The `encodings` option array must have at least 1 item.' })
})

test('a request in an unknown encoding is a 415', async (t) => {
  const answer = await post(await serving(t, await withCompression()), Buffer.from('{}'), 'snappy')
  assert.equal(answer.status, 415)
  assert.deepEqual(JSON.parse(answer.body.toString()), {
    statusCode: 415,
    code: 'FST_CP_ERR_INVALID_CONTENT_ENCODING',
    error: 'Unsupported Media Type',
    message: 'Unsupported Content-Encoding: snappy'
  })
})

test('a request body that is not in its encoding is a 400', async (t) => {
  const answer = await post(await serving(t, await withCompression()), Buffer.from('{"plain":true}'), 'gzip')
  assert.equal(answer.status, 400)
  assert.equal(JSON.parse(answer.body.toString()).code, 'FST_CP_ERR_INVALID_CONTENT')
})

test('a request body that exceeds bodyLimit after decompression is a 413', async (t) => {
  const bomb = gzipSync(JSON.stringify('x'.repeat(1_000_000)))
  assert.ok(bomb.length < 10_000)
  const answer = await post(await serving(t, await withCompression({}, 10_000)), bomb, 'gzip')
  assert.equal(answer.status, 413)
  assert.equal(JSON.parse(answer.body.toString()).code, 'FST_ERR_CTP_BODY_TOO_LARGE')
})

test('an unsupported Accept-Encoding gets the plain text, or the response of onUnsupportedEncoding', async (t) => {
  const plain = await ask(await serving(t, await withCompression()), 'snappy')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.deepEqual(JSON.parse(plain.body.toString()), { text })

  const strict = await withCompression({
    onUnsupportedEncoding: (encoding, _request, reply) => {
      reply.code(406)
      return `no ${encoding} here`
    }
  })
  const refused = await ask(await serving(t, strict), 'snappy')
  assert.equal(refused.status, 406)
  assert.equal(refused.body.toString(), 'no snappy here')
})

for (const encoding of encodings) {
  test(`a response in ${encoding} decompresses to the same bytes, with Vary`, async (t) => {
    const answer = await ask(await serving(t, await withCompression()), encoding)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-encoding'], encoding)
    assert.equal(answer.headers.vary, 'accept-encoding')
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8')
    assert.ok(answer.body.length < text.length / 10)
    assert.deepEqual(JSON.parse(unpack[encoding](answer.body).toString()), { text })
  })

  test(`a request body in ${encoding} is decompressed and parsed`, async (t) => {
    const origin = await serving(t, await withCompression())
    const answer = await post(origin, pack[encoding](JSON.stringify({ text })), encoding)
    assert.equal(answer.status, 200)
    assert.deepEqual(JSON.parse(answer.body.toString()), { text })
  })
}

test('a response above syncThreshold is compressed as a chunked stream', async (t) => {
  const origin = await serving(t, await withCompression({ syncThreshold: 0 }))
  for (const encoding of encodings) {
    const answer = await ask(origin, encoding)
    assert.equal(answer.headers['content-length'], undefined)
    assert.equal(answer.headers['transfer-encoding'], 'chunked')
    assert.deepEqual(JSON.parse(unpack[encoding](answer.body).toString()), { text })
  }
})

test('a stream, a web stream and a Response are compressed', async (t) => {
  const app = await withCompression()
  app.get('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from([text])))
  app.get('/web', async (_request, reply) => reply.type('text/plain').send(new Blob([text]).stream()))
  app.get('/response', async () => new Response(text, { status: 203, headers: { 'content-type': 'text/plain' } }))
  const origin = await serving(t, app)
  for (const [path, status] of [
    ['/stream', 200],
    ['/web', 200],
    ['/response', 203]
  ] as const) {
    const answer = await ask(origin, 'gzip', path)
    assert.equal(answer.status, status)
    assert.equal(answer.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(answer.body).toString(), text)
  }
})

test('small, encoded, incompressible and opted-out responses are sent unchanged', async (t) => {
  const app = await withCompression()
  app.get('/small', async () => 'small')
  app.get('/image', async (_request, reply) => reply.type('image/png').send(Buffer.from(text)))
  app.get('/packed', async (_request, reply) => {
    return reply.header('content-encoding', 'gzip').type('text/plain').send(gzipSync(text))
  })
  const origin = await serving(t, app)
  assert.equal((await ask(origin, 'br', '/small')).body.toString(), 'small')
  assert.equal((await ask(origin, 'br', '/image')).body.toString(), text)
  assert.equal(gunzipSync((await ask(origin, 'br', '/packed')).body).toString(), text)
  const declined = await exchange(origin, '/', { headers: { 'accept-encoding': 'gzip', 'x-no-compression': 'true' } })
  assert.equal(declined.headers['content-encoding'], undefined)
  const head = await exchange(origin, '/', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(head.status, 200)
  assert.equal(head.body.length, 0)
})

test('a route turns compression off, overrides options, or compresses itself', async (t) => {
  const app = await withCompression({ global: false })
  app.get('/off', { compress: false }, async () => text)
  app.get('/on', { compress: { threshold: 0 } }, async () => 'small')
  app.get('/self', async (_request, reply) => {
    reply.type('text/plain').compress(text)
    return reply
  })
  const origin = await serving(t, app)
  assert.equal((await ask(origin, 'gzip')).headers['content-encoding'], undefined)
  assert.equal((await ask(origin, 'gzip', '/off')).headers['content-encoding'], undefined)
  assert.equal(gunzipSync((await ask(origin, 'gzip', '/on')).body).toString(), 'small')
  assert.equal(gunzipSync((await ask(origin, 'gzip', '/self')).body).toString(), text)
})

test('a route with onSend: null is compressed', async (t) => {
  const app = await withCompression()
  app.get('/null', { onSend: null as unknown as [] }, async () => text)
  const origin = await serving(t, app)
  assert.equal((await ask(origin, 'gzip', '/null')).headers['content-encoding'], 'gzip')
  const head = await exchange(origin, '/null', { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
  assert.equal(head.status, 200)
})

test('a long error response of a route is compressed, and the default 404 is not', async (t) => {
  const app = await withCompression()
  app.get('/boom', async () => {
    throw new Error(text)
  })
  const origin = await serving(t, app)
  const failed = await ask(origin, 'gzip', '/boom')
  assert.equal(failed.status, 500)
  assert.equal(JSON.parse(gunzipSync(failed.body).toString()).message, text)
  const absent = await ask(origin, 'gzip', `/${'x'.repeat(2000)}`)
  assert.equal(absent.status, 404)
  assert.equal(absent.headers['content-encoding'], undefined)
})

test('compression in a child plugin does not affect its sibling', async (t) => {
  const app = createApp()
  app.register(async (child) => {
    await child.register(compress)
    child.get('/inside', async () => text)
  })
  app.register(async (child) => child.get('/outside', async () => text))
  const origin = await serving(t, app)
  assert.equal((await ask(origin, 'gzip', '/inside')).headers['content-encoding'], 'gzip')
  assert.equal((await ask(origin, 'gzip', '/outside')).headers['content-encoding'], undefined)
})
