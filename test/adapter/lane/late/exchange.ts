/** Kinds of requests, and an application that answers them and lets a test look at their objects at a given moment. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { espalier } from '../../../../src/index.ts'
import { until } from '../../../until.ts'
import { look, type Sight } from './look.ts'

/** The moments in their order. Each exchange is looked at once at most. */
export const moments = [
  'onRequest',
  'preHandler',
  'handler',
  'onSend',
  'same turn',
  'microtask',
  'next tick',
  'immediate',
  'onResponse',
  'after onResponse',
  'after all'
] as const
export type Moment = (typeof moments)[number]

interface Kind {
  /** The bytes to send. A function waits for received bytes, or disconnects. */
  readonly steps: readonly (string | 'leave' | 'handled')[]
  readonly answer?: (reply: Reply) => unknown
}

interface Reply {
  readonly raw: ServerResponse
  readonly request: { readonly raw: IncomingMessage }
  code(status: number): Reply
  send(payload?: unknown): unknown
  hijack(): Reply
}

const head = (line: string, ...fields: string[]) => `${[`${line} HTTP/1.1`, 'Host: x', ...fields].join('\r\n')}\r\n\r\n`
const json = 'Content-Type: application/json'
const post = (body: string, ...fields: string[]) =>
  `${head('POST /x', json, `Content-Length: ${body.length}`, ...fields)}${body}`
const last = head('GET /last', 'Connection: close')
const get = head('GET /x')
const large = JSON.stringify('x'.repeat(300_000))

export const kinds: Record<string, Kind> = {
  GET: { steps: [get, 'answered', last] },
  'GET with Connection: close': { steps: [head('GET /x', 'Connection: close')] },
  'GET over HTTP/1.0': { steps: ['GET /x HTTP/1.0\r\n\r\n'] },
  HEAD: { steps: [head('HEAD /x'), 'answered', last] },
  'POST with its body': { steps: [post('{"a":1}'), 'answered', last] },
  'POST with its body later': {
    steps: [head('POST /x', json, 'Content-Length: 7'), 'turn', '{"a":1}', 'answered', last]
  },
  'POST with a large body': { steps: [post(large), 'answered', last] },
  'POST with a chunked body': {
    steps: [
      head('POST /x', json, 'Transfer-Encoding: chunked'),
      '3\r\n{"a\r\n',
      'turn',
      '4\r\n":1}\r\n0\r\n\r\n',
      'answered',
      last
    ]
  },
  'POST without a body': { steps: [head('POST /x', 'Content-Length: 0'), 'answered', last] },
  'POST with Connection: close': { steps: [post('{"a":1}', 'Connection: close')] },
  'POST with malformed JSON': { steps: [post('{"a":'), 'answered', last] },
  'the first of a pipeline': { steps: [get + head('GET /fast') + last] },
  'the second of a pipeline': { steps: [head('GET /fast') + get + last] },
  'the second of a pipeline, behind a slow request': { steps: [head('GET /slow') + get + last] },
  'the second of a pipeline, with a body': { steps: [head('GET /fast') + post('{"a":1}') + last] },
  'a client disconnect': { steps: [get, 'handled', 'leave'], answer: () => {} },
  'a client disconnect after the body': { steps: [post('{"a":1}'), 'handled', 'leave'], answer: () => {} },
  '204': { steps: [get, 'answered', last], answer: (reply) => reply.code(204).send() },
  '304': { steps: [get, 'answered', last], answer: (reply) => reply.code(304).send() },
  'a response of bytes': { steps: [get, 'answered', last], answer: (reply) => reply.send(Buffer.from('bytes')) },
  'a large response': { steps: [get, 'answered', last], answer: (reply) => reply.send('x'.repeat(8 << 20)) },
  'a large response of bytes': { steps: [get, 'answered', last], answer: (reply) => reply.send(Buffer.alloc(8 << 20)) },
  'a stream': {
    steps: [get, 'answered', last],
    answer: (reply) => reply.send(Readable.from([Buffer.from('a'), Buffer.from('b')]))
  },
  'a web stream': { steps: [get, 'answered', last], answer: (reply) => reply.send(new Blob(['web']).stream()) },
  'a client disconnect during a stream': {
    steps: [get, 'answered', 'leave'],
    answer: (reply) => reply.send(begin(new PassThrough()))
  },
  'an error': { steps: [get, 'answered', last], answer: (reply) => reply.send(new Error('no')) },
  'no route': { steps: [head('GET /none'), 'answered', last] },
  'no route, with a body': { steps: [post('{"a":1}').replace('/x', '/none'), 'answered', last] },
  hijacked: { steps: [get, 'answered', last], answer: (reply) => reply.hijack().raw.end('raw') }
}

function begin(stream: PassThrough): PassThrough {
  stream.write('begun')
  return stream
}

interface Looking {
  readonly moment: Moment
  sight: Sight | null
  again: () => void
  handled: () => void
  lookAtLast: () => void
}

export interface Stage {
  close(): Promise<unknown>
  /** Releases the response that others wait for. */
  release(): unknown
  port: number
  sockets: Socket[]
  looking: Looking
}

export interface Variant {
  readonly exchange: 'auto' | 'stock'
  readonly isLate: boolean
  /** Does not wait for the end of the response. */
  readonly isBare: boolean
}

interface Request {
  readonly url: string
  readonly raw: IncomingMessage
}

type Hook = (request: Request, reply: Reply) => void

export async function createStage({ exchange, isLate, isBare }: Variant): Promise<Stage> {
  const app = espalier({ exchange, exposeErrors: true, forceCloseConnections: true }) as unknown as Loose
  const stage = { close: () => app.close(), port: 0, sockets: [], looking: null, release: () => {} } as unknown as Stage
  app.server.on('connection', (socket: Socket) => stage.sockets.push(socket))
  const lookAt = (moment: Moment, request: Request, reply: Reply) => {
    const { looking, sockets } = stage
    if (!/^\/(x|none)/.test(request.url) || looking.moment !== moment || looking.sight !== null) return
    ;[looking.sight, looking.again] = look(request.raw, reply.raw, sockets.at(-1) ?? null)
  }
  const after: Hook = (request, reply) => {
    lookAt('same turn', request, reply)
    void Promise.resolve().then(() => lookAt('microtask', request, reply))
    process.nextTick(() => lookAt('next tick', request, reply))
    setImmediate(() => lookAt('immediate', request, reply))
    // After the last moment that does not depend on the previous response.
    setImmediate(() => setImmediate(() => stage.release()))
    stage.looking.lookAtLast = () => lookAt('after all', request, reply)
  }
  app.addHook('onRequest', (request: Request, reply: Reply, done: () => void) => {
    lookAt('onRequest', request, reply)
    done()
  })
  app.addHook('preHandler', (request: Request, reply: Reply, done: () => void) => {
    lookAt('preHandler', request, reply)
    done()
  })
  app.addHook(
    'onSend',
    (request: Request, reply: Reply, payload: unknown, done: (error: null, sent: unknown) => void) => {
      lookAt('onSend', request, reply)
      if (request.url === '/none') after(request, reply)
      done(null, payload)
    }
  )
  if (!isBare) {
    app.addHook('onResponse', (request: Request, reply: Reply, done: () => void) => {
      lookAt('onResponse', request, reply)
      void Promise.resolve().then(() => lookAt('after onResponse', request, reply))
      done()
    })
  }
  const handle = (answer: (reply: Reply) => unknown) => (request: Request, reply: Reply) => {
    const run = () => {
      lookAt('handler', request, reply)
      answer(reply)
      stage.looking.handled()
      after(request, reply)
    }
    if (isLate) setImmediate(run)
    else run()
  }
  app.get('/fast', (_request: never, reply: Reply) => reply.send('fast'))
  app.get('/slow', (_request: never, reply: Reply) => {
    stage.release = () => reply.send('slow')
  })
  app.get('/last', (_request: never, reply: Reply) => reply.send('last'))
  app.route({
    method: ['GET', 'POST'],
    url: '/x',
    handler: handle((reply) => (current.answer ?? ((to: Reply) => to.send({ answered: true })))(reply))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  stage.port = (app.server.address() as AddressInfo).port
  return stage
}

interface Loose {
  addHook(name: string, hook: (...args: never[]) => unknown): void
  get(path: string, handler: (...args: never[]) => unknown): void
  route(options: object): void
  listen(options: object): Promise<string>
  server: { on(event: string, listener: (socket: Socket) => void): void; address(): unknown }
  close(): Promise<void>
}

let current: Kind = { steps: [] }

/** Runs one exchange. Returns the record of the moment; `null` if that moment never came. */
export async function play(stage: Stage, kind: Kind, moment: Moment): Promise<Sight | null> {
  current = kind
  let handled = () => {}
  const isHandled = new Promise<void>((resolve) => {
    handled = resolve
  })
  const looking: Looking = { moment, sight: null, again: () => {}, handled, lookAtLast: () => {} }
  stage.looking = looking
  stage.sockets.length = 0
  const socket = connect(stage.port, '127.0.0.1')
  let received = 0
  socket
    .on('error', () => {})
    .on('data', (chunk) => {
      received += chunk.length
    })
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (const step of kind.steps) {
    if (step === 'answered') {
      await until(() => received > 0 || socket.destroyed, 'an answer')
      await turns(60)
    } else if (step === 'handled') await isHandled
    else if (step === 'turn') await turns(5)
    else if (step === 'leave') socket.destroy()
    else socket.write(step)
  }
  await closed
  const server = stage.sockets[0]
  if (server !== undefined && !server.destroyed) await new Promise((resolve) => server.on('close', resolve))
  await turns(60)
  looking.lookAtLast()
  await turns(10)
  looking.again()
  return looking.sight
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
