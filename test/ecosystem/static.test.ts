import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'
import { errorOf, exchange } from './wire.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
let root: string

before(async () => {
  root = await mkdtemp(join(tmpdir(), 'static-'))
  await mkdir(join(root, 'public', 'docs'), { recursive: true })
  await writeFile(join(root, 'secret.txt'), 'secret')
  await writeFile(join(root, 'public', 'alphabet.txt'), alphabet)
  await writeFile(join(root, 'public', 'alphabet.txt.gz'), gzipSync(alphabet))
  await writeFile(join(root, 'public', 'index.html'), '<h1>home</h1>')
  await writeFile(join(root, 'public', 'docs', 'index.html'), '<h1>docs</h1>')
  await writeFile(join(root, 'public', '.hidden'), 'hidden')
  await writeFile(join(root, 'public', 'a b#é.txt'), 'odd name')
})
after(() => rm(root, { recursive: true }))

function withFiles(options: Partial<FastifyStaticOptions> = {}): FastifyInstance {
  const app = createApp()
  app.register(fastifyStatic, { root: join(root, 'public'), ...options } as FastifyStaticOptions)
  return app
}

test('a root that is not an absolute path stops the boot', async () => {
  const app = withFiles({ root: 'public' })
  await assert.rejects(async () => app.ready(), /absolute path/)
})

test('an absent file is the 404 of the app, for GET and for HEAD', async (t) => {
  const app = withFiles()
  const origin = await serving(t, app)
  const answer = await fetch(`${origin}/absent.txt`)
  assert.equal(answer.status, 404)
  assert.deepEqual(await errorOf(answer), {
    statusCode: 404,
    error: 'Not Found',
    message: 'Route GET:/absent.txt not found'
  })
  assert.equal((await fetch(`${origin}/absent.txt`, { method: 'HEAD' })).status, 404)
})

test('an absent file gets the nearest not-found handler', async (t) => {
  const app = createApp()
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send('root'))
  app.register(
    async (child) => {
      child.setNotFoundHandler(async (_request, reply) => reply.code(404).send('child'))
      child.register(fastifyStatic, { root: join(root, 'public') })
    },
    { prefix: '/files' }
  )
  const origin = await serving(t, app)
  assert.equal(await (await fetch(`${origin}/files/absent`)).text(), 'child')
  assert.equal(await (await fetch(`${origin}/absent`)).text(), 'root')
})

test('a path outside the root is a 403 or 404 in any spelling', async (t) => {
  const origin = await serving(t, withFiles())
  for (const path of ['/../secret.txt', '/%2e%2e/secret.txt', '/docs/..%2f..%2fsecret.txt', '/..%5csecret.txt']) {
    const answer = await exchange(origin, path)
    assert.ok(answer.status === 403 || answer.status === 404, `${path} was ${answer.status}`)
    assert.doesNotMatch(answer.body.toString(), /^secret/)
  }
})

test('a malformed escape is a 400', async (t) => {
  const answer = await exchange(await serving(t, withFiles()), '/%E0%A4%A')
  assert.equal(answer.status, 400)
})

test('a method other than GET and HEAD is a 404', async (t) => {
  const origin = await serving(t, withFiles())
  for (const method of ['POST', 'DELETE']) {
    assert.equal((await fetch(`${origin}/alphabet.txt`, { method })).status, 404)
  }
})

test('a range beyond the file is a 416 with its length', async (t) => {
  const answer = await fetch(`${await serving(t, withFiles())}/alphabet.txt`, { headers: { range: 'bytes=30-40' } })
  assert.equal(answer.status, 416)
  assert.equal(answer.headers.get('content-range'), 'bytes */26')
})

test('a failed precondition is a 412', async (t) => {
  const answer = await fetch(`${await serving(t, withFiles())}/alphabet.txt`, { headers: { 'if-match': '"other"' } })
  assert.equal(answer.status, 412)
})

test('a hidden file is a 404 when hidden files are ignored, and a 403 when they are denied', async (t) => {
  for (const [dotfiles, status] of [
    ['ignore', 404],
    ['deny', 403]
  ] as const) {
    assert.equal((await fetch(`${await serving(t, withFiles({ dotfiles }))}/.hidden`)).status, status)
  }
})

test('a file is sent with type, length and validators, and HEAD has the same fields', async (t) => {
  const origin = await serving(t, withFiles({ maxAge: '1h', immutable: true }))
  const get = await exchange(origin, '/alphabet.txt')
  assert.equal(get.status, 200)
  assert.equal(get.body.toString(), alphabet)
  assert.equal(get.headers['content-type'], 'text/plain; charset=utf-8')
  assert.equal(get.headers['content-length'], '26')
  assert.equal(get.headers['accept-ranges'], 'bytes')
  assert.equal(get.headers['cache-control'], 'public, max-age=3600, immutable')
  assert.match(get.headers.etag ?? '', /^W\/"/)

  const head = await exchange(origin, '/alphabet.txt', { method: 'HEAD' })
  assert.equal(head.status, 200)
  assert.equal(head.body.length, 0)
  for (const name of ['content-type', 'content-length', 'etag', 'last-modified', 'cache-control']) {
    assert.equal(head.headers[name], get.headers[name])
  }
})

test('a range is a 206 with its bytes', async (t) => {
  const origin = await serving(t, withFiles())
  for (const [range, bytes, contentRange] of [
    ['bytes=0-4', 'abcde', 'bytes 0-4/26'],
    ['bytes=23-', 'xyz', 'bytes 23-25/26'],
    ['bytes=-2', 'yz', 'bytes 24-25/26']
  ] as const) {
    const answer = await exchange(origin, '/alphabet.txt', { headers: { range } })
    assert.equal(answer.status, 206)
    assert.equal(answer.headers['content-range'], contentRange)
    assert.equal(answer.headers['content-length'], String(bytes.length))
    assert.equal(answer.body.toString(), bytes)
  }
})

test('a matching ETag or date is a 304 without a body', async (t) => {
  const origin = await serving(t, withFiles())
  const { headers } = await exchange(origin, '/alphabet.txt')
  for (const conditions of [{ 'if-none-match': headers.etag }, { 'if-modified-since': headers['last-modified'] }]) {
    const answer = await exchange(origin, '/alphabet.txt', { headers: conditions })
    assert.equal(answer.status, 304)
    assert.equal(answer.body.length, 0)
    assert.equal(answer.headers.etag, headers.etag)
    assert.equal(answer.headers['content-type'], undefined)
  }
})

test('a directory serves its index, and redirects to the trailing slash with redirect: true', async (t) => {
  const origin = await serving(t, withFiles())
  assert.equal(await (await fetch(origin)).text(), '<h1>home</h1>')
  assert.equal(await (await fetch(`${origin}/docs/`)).text(), '<h1>docs</h1>')
  assert.equal(await (await fetch(`${origin}/docs`)).text(), '<h1>docs</h1>')

  const redirecting = await serving(t, withFiles({ redirect: true }))
  const answer = await exchange(redirecting, '/docs?page=1')
  assert.equal(answer.status, 301)
  assert.equal(answer.headers.location, '/docs/?page=1')
})

test('a file name with special characters is found by its escaped path', async (t) => {
  const answer = await fetch(`${await serving(t, withFiles())}/${encodeURIComponent('a b#é.txt')}`)
  assert.equal(await answer.text(), 'odd name')
})

test('a compressed file is sent to a client that accepts it', async (t) => {
  const origin = await serving(t, withFiles({ preCompressed: true }))
  const packed = await exchange(origin, '/alphabet.txt', { headers: { 'accept-encoding': 'gzip' } })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.equal(packed.headers['content-type'], 'text/plain; charset=utf-8')
  assert.deepEqual(packed.body, gzipSync(alphabet))
  const plain = await exchange(origin, '/alphabet.txt')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.body.toString(), alphabet)
})

test('wildcard: false leaves other paths to the app', async (t) => {
  const app = withFiles({ wildcard: false })
  app.get('/*', async () => 'application')
  const origin = await serving(t, app)
  assert.equal(await (await fetch(`${origin}/alphabet.txt`)).text(), alphabet)
  assert.equal((await exchange(origin, '/alphabet.txt', { method: 'HEAD' })).headers['content-length'], '26')
  assert.equal(await (await fetch(`${origin}/anything`)).text(), 'application')
})

test('a handler can send a file, offer it as a download and set the status', async (t) => {
  const app = withFiles({ serve: false })
  app.get('/send', (_request, reply) => reply.sendFile('alphabet.txt'))
  app.get('/await', async (_request, reply) => reply.sendFile('alphabet.txt', { cacheControl: false }))
  app.get('/offer', (_request, reply) => reply.download('alphabet.txt', 'ABC "1".txt'))
  app.get('/teapot', (_request, reply) => reply.code(418).sendFile('alphabet.txt'))
  app.get('/absent', (_request, reply) => reply.sendFile('absent.txt'))
  const origin = await serving(t, app)
  for (const path of ['/send', '/await', '/offer', '/teapot']) {
    assert.equal(await (await fetch(origin + path)).text(), alphabet)
  }
  assert.equal((await fetch(`${origin}/await`)).headers.get('cache-control'), null)
  assert.equal(
    (await fetch(`${origin}/offer`)).headers.get('content-disposition'),
    'attachment; filename="ABC \\"1\\".txt"'
  )
  assert.equal((await fetch(`${origin}/teapot`)).status, 418)
  assert.equal((await fetch(`${origin}/absent`)).status, 404)
  assert.equal((await fetch(`${origin}/alphabet.txt`)).status, 404)
})

test('onSend hooks run for files, and setHeaders sets fields', async (t) => {
  const app = withFiles({ setHeaders: (reply) => reply.header('x-served', 'yes') })
  app.addHook('onSend', async (_request, reply) => {
    reply.header('x-hooked', 'yes')
  })
  const { headers } = await fetch(`${await serving(t, app)}/alphabet.txt`)
  assert.equal(headers.get('x-served'), 'yes')
  assert.equal(headers.get('x-hooked'), 'yes')
})

test('files of a child plugin are below its prefix, and sendFile is not available outside', async (t) => {
  const app = createApp()
  app.register(async (child) => void child.register(fastifyStatic, { root: join(root, 'public') }), { prefix: '/a' })
  app.register(
    async (child) => {
      child.register(fastifyStatic, { root, prefix: '/files' })
      child.get('/can', async (_request, reply) => ({ sendFile: 'sendFile' in reply }))
    },
    { prefix: '/b' }
  )
  app.get('/can', async (_request, reply) => ({ sendFile: 'sendFile' in reply }))
  const origin = await serving(t, app)
  assert.equal(await (await fetch(`${origin}/a/alphabet.txt`)).text(), alphabet)
  assert.equal(await (await fetch(`${origin}/b/files/public/alphabet.txt`)).text(), alphabet)
  assert.equal((await fetch(`${origin}/alphabet.txt`)).status, 404)
  assert.deepEqual(await (await fetch(`${origin}/b/can`)).json(), { sendFile: true })
  assert.deepEqual(await (await fetch(`${origin}/can`)).json(), { sendFile: false })
})
