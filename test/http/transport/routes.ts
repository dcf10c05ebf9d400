import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Anything } from '../../security/wild.ts'
import { declareStages, stageAsks } from './stages.ts'
import { declareValidated, validatedAsks } from './validated.ts'

export interface Ask {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly isChunked?: boolean
}

const large = 'espalier '.repeat(40_000)

function* pieces() {
  yield 'one '
  yield 'two '
  yield 'three'
}

async function* failing(after: number) {
  for (let piece = 0; piece < after; piece++) yield 'piece '
  throw new Error('the source broke')
}

const webStream = () => new Blob(['from the web']).stream()

/** Payloads by name. GET /NAME responds with one. */
const payloads: Readonly<Record<string, (reply: Anything) => unknown>> = {
  object: () => ({ text: 'ü', list: [1, 2] }),
  list: () => [1, 'two', null],
  number: () => 1,
  false: () => false,
  null: (reply) => reply.send(null),
  nothing: (reply) => reply.send(),
  text: () => 'plain ü',
  'empty-text': (reply) => reply.send(''),
  bytes: () => Buffer.from([0, 1, 2, 255]),
  'no-bytes': () => Buffer.alloc(0),
  numbers: () => new Uint16Array([1, 2, 3]),
  large: () => large,
  stream: () => Readable.from(pieces()),
  'empty-stream': () => Readable.from([]),
  'measured-stream': (reply) => reply.header('content-length', 13).send(Readable.from(pieces())),
  'long-stream': (reply) => reply.header('content-length', 5).send(Readable.from(pieces())),
  'web-stream': () => webStream(),
  response: () => new Response('of a response', { status: 201, headers: { 'x-of': 'response' } }),
  'bodiless-response': () => new Response(null, { status: 202 }),
  'fails-first': (reply) => reply.send(Readable.from(failing(0))),
  created: (reply) => reply.code(201).header('location', '/created/1').send({ id: 1 }),
  'no-content': (reply) => reply.code(204).send(),
  'dropped-content': (reply) => reply.code(204).send('dropped'),
  reset: (reply) => reply.code(205).send(),
  'not-modified': (reply) => reply.code(304).header('etag', '"1"').send('left out'),
  teapot: (reply) => reply.code(418).send('short and stout'),
  redirect: (reply) => reply.redirect('/münchen'),
  cookies: (reply) => reply.header('set-cookie', 'a=1').header('set-cookie', ['b=2', 'c=3']).send('cookies'),
  throws: () => {
    throw Object.assign(new Error('a conflict'), { statusCode: 409 })
  },
  breaks: () => {
    throw new Error('a secret of the house')
  },
  split: (reply) => reply.header('x-split', 'a\r\nx-b: c').send('split'),
  promised: (reply) => reply.header('x-promised', Promise.resolve(1)).send('promised'),
  late: async () => wait(5, 'late'),
  circle: (reply) => reply.code(150).send('interim'),
  missing: (reply) => reply.code(410).callNotFound(),
  hinted: (reply) => {
    reply.writeEarlyHints({ link: '</style.css>; rel=preload' })
    return 'hinted'
  },
  trailed: (reply) => reply.trailer('x-sum', async () => '42').send('trailed'),
  'trailed-stream': (reply) => reply.trailer('x-sum', async () => '42').send(Readable.from(pieces())),
  never: () => new Promise(() => {})
}

export function declare(app: Anything): void {
  declareValidated(app)
  declareStages(app)
  for (const [name, make] of Object.entries(payloads)) {
    app.get(`/${name}`, { handlerTimeout: 200 }, (_request: unknown, reply: Anything) => make(reply))
  }
  app.post('/echo', (request: Anything) => ({
    body: request.body ?? null,
    type: request.headers['content-type'] ?? null
  }))
  app.post('/small', { bodyLimit: 10 }, (request: Anything) => ({ body: request.body }))
  const body = {
    type: 'object',
    properties: { id: { type: 'integer' } },
    required: ['id'],
    additionalProperties: false
  }
  app.post('/valid', { schema: { body } }, (request: Anything) => request.body)
  app.post('/replaced', {
    preParsing: (_request: unknown, _reply: unknown, _payload: unknown, done: Anything) =>
      done(null, Readable.from([Buffer.from('{"replaced":true}')])),
    handler: (request: Anything) => request.body
  })
  app.addContentTypeParser('text/raw', async (_request: unknown, payload: Readable) => {
    let text = ''
    for await (const chunk of payload) text += chunk
    return `raw ${text}`
  })
  app.route({ method: 'PUT', url: '/unread', handler: () => 'unread' })
  app.get('/asked/:id', ({ method, url, params, query, headers, host, protocol }: Anything) => {
    return {
      method,
      url,
      params,
      query,
      accept: headers.accept ?? null,
      hasHost: host !== '',
      protocol: typeof protocol
    }
  })
}

const json = { 'content-type': 'application/json' }
const post = (path: string, body: string, headers: Record<string, string> = json, isChunked = false): Ask => ({
  method: 'POST',
  path,
  headers,
  body,
  isChunked
})

export const asks: readonly Ask[] = [
  ...Object.keys(payloads).map((name) => ({ method: 'GET', path: `/${name}` })),
  ...Object.keys(payloads).map((name) => ({ method: 'HEAD', path: `/${name}` })),
  ...['/', '/asked', '/%', '/asked/%zz', '/asked/%C3%BC?a=1&a=2', '/asked/1?q=%20', `/asked/${'x'.repeat(200)}`].map(
    (path) => ({ method: 'GET', path })
  ),
  { method: 'DELETE', path: '/object' },
  { method: 'OPTIONS', path: '/object' },
  { method: 'PUT', path: '/unread', headers: { 'content-type': 'text/plain' }, body: 'never read' },
  { method: 'PUT', path: '/unread', headers: { 'content-type': 'image/png' }, body: 'of no known type' },
  { method: 'POST', path: '/echo' },
  ...[false, true].flatMap((isChunked) => [
    post('/echo', '{"a":1}', json, isChunked),
    post('/echo', '', json, isChunked),
    post('/echo', '{"a":', json, isChunked),
    post('/echo', '{"__proto__":1}', json, isChunked),
    post('/echo', 'text ü', { 'content-type': 'text/plain; charset=utf-8' }, isChunked),
    post('/echo', 'a=1', { 'content-type': 'application/x-www-form-urlencoded' }, isChunked),
    post('/echo', 'x', { 'content-type': 'no type' }, isChunked),
    post('/echo', 'streamed', { 'content-type': 'text/raw' }, isChunked),
    post('/echo', JSON.stringify({ large }), json, isChunked),
    post('/small', '"1234"', json, isChunked),
    post('/small', '"12345678901234567890"', json, isChunked),
    post('/valid', '{"id":"1"}', json, isChunked),
    post('/valid', '{"id":"x"}', json, isChunked),
    post('/valid', '[]', json, isChunked),
    post('/replaced', '{"read":false}', json, isChunked),
    post('/nowhere', '{"a":1}', json, isChunked)
  ]),
  ...validatedAsks,
  ...stageAsks
]
