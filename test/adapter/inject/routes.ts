import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { createApp } from '../../../src/adapter/create-app.ts'
import type { App, ServerOptions } from '../../../types/index.ts'

export const storage = new AsyncLocalStorage<string>()

// biome-ignore lint/suspicious/noExplicitAny: the routes reach for whatever a request and a reply have
type Handler = (request: any, reply: any) => unknown

const handlers: Readonly<Record<string, Handler>> = {
  object: () => ({ hello: 'world' }),
  text: () => 'täxt \ud800 half',
  empty: () => '',
  buffer: () => Buffer.from([0, 255, 128]),
  nothing: (_request, reply) => reply.code(204).send(),
  notModified: (_request, reply) => reply.code(304).header('etag', 'a').send(),
  noBody: (_request, reply) => reply.send(),
  status: (_request, reply) => reply.code(299).send('odd'),
  informational: (_request, reply) => reply.code(103).send('early'),
  stream: () => Readable.from(['a', 'b', Buffer.from('c')]),
  failingStream: () =>
    new Readable({
      read() {
        this.destroy(new Error('no more'))
      }
    }),
  webStream: () => new Response('from a web stream').body,
  response: () => new Response('teapot', { status: 418, headers: { 'x-a': 'b' } }),
  throws: () => {
    throw Object.assign(new Error('no'), { statusCode: 422 })
  },
  rejects: async () => {
    throw new Error('not at all')
  },
  redirect: (_request, reply) => reply.redirect('/object'),
  cookies: (_request, reply) =>
    reply.header('set-cookie', 'a=b; Path=/').header('set-cookie', 'c=d; HttpOnly').send('baked'),
  headers: (_request, reply) => reply.headers({ 'X-Number': 3, 'x-list': ['a', 'b'], 'x-latin': 'é' }).send({}),
  badHeader: (_request, reply) => reply.header('x-bad', 'a\nb').send({}),
  badName: (_request, reply) => reply.header('x bad', 'a').send({}),
  disposition: (_request, reply) => reply.header('content-disposition', 'attachment; filename="é"').send('file'),
  connection: (_request, reply) => reply.header('connection', 'close').send('bye'),
  ownDate: (_request, reply) => reply.header('date', 'Thu, 01 Jan 1970 00:00:00 GMT').send('then'),
  ownLength: (_request, reply) => reply.header('content-length', '2').send('ok'),
  trailers: (_request, reply) =>
    reply.trailer('x-sum', (_reply: unknown, _payload: unknown, done: Handler) => done(null, 'sum')).send('body'),
  rawHeader: (_request, reply) => {
    reply.raw.setHeader('x-raw', 'yes')
    return { raw: reply.getHeader('x-raw') }
  },
  statusMessage: (_request, reply) => {
    reply.raw.statusMessage = 'Fine'
    return 'fine'
  },
  hijack: (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(201, { 'x-hijacked': 'yes' })
    reply.raw.write('by ')
    reply.raw.end('hand')
  },
  lateHijack: (_request, reply) => {
    reply.hijack()
    setImmediate(() => reply.raw.end('late'))
  },
  destroyed: (_request, reply) => {
    reply.hijack()
    reply.raw.destroy(new Error('gone'))
  },
  destroyedRequest: (request, reply) => {
    // After the body was read, nothing is left to destroy, and no response would come.
    if (request.method === 'POST') return 'read'
    reply.hijack()
    request.raw.destroy(new Error('gone before'))
  },
  early: (_request, reply) => {
    reply.writeEarlyHints({ link: '</a.css>; rel=preload' })
    return 'hinted'
  },
  finish: (_request, reply) => {
    reply.raw.on('finish', () => {})
    return 'watched'
  },
  echo: (request) => ({
    method: request.method,
    url: request.url,
    query: request.query,
    headers: Object.entries(request.headers),
    rawHeaders: request.raw.rawHeaders,
    body: request.body,
    addresses: [request.ip, request.host, request.hostname, request.protocol, request.socket.remoteAddress],
    version: [request.raw.httpVersion, request.raw.httpVersionMajor, request.raw.httpVersionMinor],
    context: storage.getStore()
  }),
  pipe: (request, reply) => reply.send(request.raw),
  events: async (request) => {
    const chunks: string[] = []
    for await (const chunk of request.raw) chunks.push(String(chunk))
    return { chunks, ended: request.raw.readableEnded }
  },
  afterBody: (request) => ({
    body: request.body,
    states: [
      request.raw.readableEnded,
      request.raw.destroyed,
      request.raw.complete,
      request.raw.aborted,
      request.raw.readable
    ]
  }),
  later: () => new Promise((resolve) => setImmediate(resolve, 'later')),
  sent: (_request, reply) => {
    reply.send('sent')
    return reply
  },
  states: (_request, reply) => {
    const before = [reply.sent, reply.raw.headersSent, reply.raw.writableEnded, reply.raw.finished, reply.raw.destroyed]
    return { before, headers: reply.getHeaders(), has: reply.hasHeader('x-none') }
  }
}

export const paths = Object.keys(handlers).map((name) => `/${name}`)

/** @param note called with the observations of the hooks after a response */
export function createRoutes(note: (...values: unknown[]) => void, options: ServerOptions = {}): App {
  const app = createApp({ strictResponses: false, bodyLimit: 1000, trustProxy: true, ...options }) as unknown as App
  app.addHook('onResponse', async (request, reply) => {
    note(request.url, reply.statusCode, reply.sent, reply.raw.writableEnded, reply.getHeader('content-length'))
  })
  app.addContentTypeParser('application/stream', ((_request: unknown, _stream: unknown, done: Handler) =>
    done(null, undefined)) as never)
  for (const [name, handler] of Object.entries(handlers)) {
    for (const method of ['GET', 'POST'] as const) app.route({ method, url: `/${name}`, handler: handler as never })
  }
  return app
}
