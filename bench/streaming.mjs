// Services whose bodies stream: downloads, uploads, events and what stands between. Each declares its route as an application does.
import { spawn } from 'node:child_process'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

const load = createRequire(import.meta.url)
const kilobyte = 1024

/** The path of a file of so many bytes, which goes with the process. */
function fileOf(size) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  for (const event of ['disconnect', 'exit'])
    process.once(event, () => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'file.bin'), Buffer.alloc(size, 'a'))
  return { folder, path: join(folder, 'file.bin') }
}

/** Resolves to the origin of a server in a process of its own, so that its work is not measured. */
async function startOrigin() {
  const program = `
    const server = require('node:http').createServer((request, response) => {
      response.setHeader('content-type', 'application/json')
      request.resume().on('end', () => response.end('{"hello":"world"}'))
    })
    server.keepAliveTimeout = 0
    server.listen(0, '127.0.0.1', () => console.log(server.address().port))
    process.stdin.resume().on('end', () => process.exit())`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  const [port] = await new Promise((resolve) => child.stdout.once('data', (data) => resolve([Number(data)])))
  return `http://127.0.0.1:${port}`
}

const list = Array.from({ length: 600 }, (_, id) => ({
  id,
  title: `A book with the number ${id}`,
  tags: ['novel', 'Bath']
}))

const boundary = 'a-boundary'
const form = [
  ...[`--${boundary}`, 'content-disposition: form-data; name="file"; filename="a.txt"', 'content-type: text/plain'],
  ...['', 'a'.repeat(100 * kilobyte), `--${boundary}--`, '']
].join('\r\n')

async function sizeOf(stream) {
  let size = 0
  for await (const chunk of stream) size += chunk.length
  return { size }
}

export const streaming = [
  {
    id: 'proxy',
    title: '@fastify/http-proxy',
    // A request costs as much as three of others, so few are answered in the same time.
    connections: 32,
    async declare(app) {
      await app.register(load('@fastify/http-proxy'), { upstream: await startOrigin() })
    },
    route() {}
  },
  {
    id: 'compress-list',
    title: '@fastify/compress, a list of 60 kB',
    connections: 8,
    async declare(app) {
      await app.register(load('@fastify/compress'))
    },
    request: { method: 'GET', path: '/', headers: { 'accept-encoding': 'gzip' } },
    route: (app) => app.get('/', async () => list)
  },
  {
    id: 'node-stream',
    title: 'a file of 256 kB by a Node stream',
    connections: 8,
    route(app) {
      const { path } = fileOf(256 * kilobyte)
      app.get('/', (_request, reply) => reply.type('application/octet-stream').send(createReadStream(path)))
    }
  },
  {
    id: 'web-stream',
    title: '64 kB by a web stream',
    connections: 8,
    route(app) {
      const chunk = Buffer.alloc(8 * kilobyte, 'a')
      const open = () => {
        let left = 8
        const pull = (controller) => (left-- > 0 ? controller.enqueue(chunk) : controller.close())
        return new ReadableStream({ pull })
      }
      app.get('/', (_request, reply) => reply.type('application/octet-stream').send(open()))
    }
  },
  {
    id: 'static',
    title: '@fastify/static, a file of 20 MB',
    connections: 1,
    async declare(app) {
      await app.register(load('@fastify/static'), { root: fileOf(20 * kilobyte * kilobyte).folder })
    },
    request: { method: 'GET', path: '/file.bin' },
    route() {}
  },
  {
    id: 'raw-events',
    title: 'ten events written to `reply.raw`',
    route: (app) =>
      app.get('/', (_request, reply) => {
        reply.hijack()
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
        for (let id = 0; id < 10; id++) reply.raw.write(`id: ${id}\ndata: {"tick":${id}}\n\n`)
        reply.raw.end()
      })
  },
  {
    id: 'upload',
    title: '@fastify/multipart, a file of 100 kB',
    connections: 8,
    async declare(app) {
      await app.register(load('@fastify/multipart'))
    },
    request: {
      ...{ method: 'POST', path: '/', body: form },
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }
    },
    route: (app) => app.post('/', async (request) => sizeOf((await request.file()).file))
  },
  {
    id: 'body-stream',
    title: 'a body of 100 kB taken as a stream',
    connections: 8,
    declare(app) {
      app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload))
    },
    request: {
      ...{ method: 'POST', path: '/', body: 'a'.repeat(100 * kilobyte) },
      headers: { 'content-type': 'application/octet-stream' }
    },
    route: (app) => app.post('/', async ({ body }) => sizeOf(body))
  }
]
