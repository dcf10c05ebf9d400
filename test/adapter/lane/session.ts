// Concurrent clients of an app in the lane. Each message has a mark, which its response repeats.
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { type ParsedAnswer, readAnswer } from '../../security/answer.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'

type Handler = (mark: string, request: Anything, reply: Anything) => unknown

const hold = (mark: string) => `<${mark}>`

const handlers: Readonly<Record<string, Handler>> = {
  now: hold,
  later: async (mark) => {
    await turn()
    return hold(mark)
  },
  slow: async (mark) => {
    await wait(3)
    return hold(mark)
  },
  bytes: (mark) => Buffer.from(hold(mark)),
  long: (mark) => hold(mark).padEnd(20_000, mark),
  fail: (mark) => {
    throw new Error(hold(mark))
  },
  'fail later': async (mark) => {
    await turn()
    throw new Error(hold(mark))
  },
  raw: (mark, request, reply) => {
    reply.raw.setHeader('x-raw', request.raw.url)
    return hold(mark)
  },
  'raw later': async (mark, { raw }, reply) => {
    await turn()
    reply.raw.setHeader('x-raw', raw.url)
    return hold(mark)
  },
  'answer, then raw': (mark, request, reply) => {
    reply.send(hold(mark))
    void reply.raw.statusCode
    void request.raw.complete
  },
  'raw, slow': async (mark, { raw }, reply) => {
    reply.raw.setHeader('x-raw', raw.url)
    await wait(3)
    return hold(mark)
  },
  'raw, in pieces': (mark, _request, reply) => {
    reply.hijack()
    reply.raw.setHeader('x-mark', mark)
    reply.raw.write(hold(mark))
    const waits = !reply.raw.write(mark.padEnd(100_000, '.'))
    if (waits) reply.raw.once('drain', () => reply.raw.end())
    else reply.raw.end()
  },
  /** A hook has read Node's objects, before the body is read. */
  'raw at once': hold,
  stream: (mark) => Readable.from([hold(mark), mark]),
  hijack: (mark, _request, reply) => {
    reply.hijack()
    reply.raw.setHeader('x-mark', mark)
    reply.raw.end(hold(mark))
  },
  'hijack later': async (mark, _request, reply) => {
    reply.hijack()
    await wait(1)
    reply.raw.setHeader('x-mark', mark)
    reply.raw.end(hold(mark))
  },
  signal: async (mark, { signal }) => {
    await turn()
    return hold(`${signal.aborted ? 'aborted' : ''}${mark}`)
  },
  listen: (mark, { server: { server } }) => {
    const listener = () => server.off('request', listener)
    server.on('request', listener)
    return hold(mark)
  }
}

export const deeds = Object.keys(handlers)
export const forms = ['get', 'post', 'long post', 'chunked', 'absolute', 'head', 'odd field', 'expect'] as const

/** Actions of the last request. None of them gets a response. */
const unanswered: Readonly<Record<string, Handler>> = {
  never: () => new Promise(() => {}),
  abort: (_mark, { raw }) => void raw.destroy(),
  'abort later': async (_mark, { raw }) => {
    await turn()
    raw.destroy()
    return new Promise(() => {})
  },
  'abort half of an answer': (mark, _request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'x-mark': mark, 'content-length': 1000 })
    reply.raw.write(hold(mark))
    setImmediate(() => reply.raw.destroy())
  }
}

export const ends = ['stay', 'leave early', 'end', 'close', 'upgrade', 'garbage', ...Object.keys(unanswered)] as const

export interface Plan {
  readonly deed: string
  readonly form: (typeof forms)[number]
}

export interface Session {
  readonly plans: readonly Plan[]
  /** The cuts between pieces, as parts of the length. Before each piece is a pause in milliseconds, or `null` for a turn. */
  readonly cuts: readonly { readonly at: number; readonly pause: number | null }[]
  readonly end: (typeof ends)[number]
}

function lastOf(mark: string, end: string): string {
  const head = `GET /${mark} HTTP/1.1\r\nHost: x\r\nX-Mark: ${mark}\r\n`
  if (end === 'upgrade') return `${head}Connection: Upgrade\r\nUpgrade: mark\r\n\r\n`
  if (end === 'close') return `${head}X-Deed: now\r\nConnection: close\r\n\r\n`
  return end === 'garbage' ? 'no request\r\n\r\n' : `${head}X-Deed: ${end}\r\n\r\n`
}

function write(mark: string, { deed, form }: Plan): string {
  const fields = `Host: x\r\nX-Mark: ${mark}\r\nX-Deed: ${deed}\r\n`
  const body = form === 'long post' ? `body of ${mark}`.padEnd(9000, '.') : `body of ${mark}`
  const sized = `${fields}Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  switch (form) {
    case 'get':
      return `GET /${mark} HTTP/1.1\r\n${fields}\r\n`
    case 'head':
      return `HEAD /${mark} HTTP/1.1\r\n${fields}\r\n`
    case 'absolute':
      return `GET http://x/${mark} HTTP/1.1\r\n${fields}\r\n`
    case 'expect':
      return `POST /${mark} HTTP/1.1\r\nExpect: 100-continue\r\n${sized}`
    case 'odd field':
      return `GET /${mark} HTTP/1.1\r\n${fields}X-Odd: \xe9\r\n\r\n`
    case 'chunked': {
      const chunks = [body.slice(0, 3), body.slice(3)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)
      return `POST /${mark} HTTP/1.1\r\n${fields}Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n${chunks.join('')}0\r\n\r\n`
    }
    default:
      return `POST /${mark} HTTP/1.1\r\n${sized}`
  }
}

/** In milliseconds: the limit for a response. */
const patience = 60_000

export interface Outcome {
  readonly marks: readonly string[]
  /** The bytes before the last message of the session. */
  readonly received: string
  readonly last: string
  readonly rest: string
}

export class Talks {
  readonly app: Anything
  readonly #options: Options
  readonly asked = new Map<string, number>()
  answers = 0

  constructor(options: Options) {
    this.#options = options
    this.app = createApp({ exchange: 'auto', logger: false, ...options }).app
    this.app.server.setMaxListeners(0)
    this.app.server.on('upgrade', ({ headers }: Anything, socket: Socket) => {
      const mark = headers['x-mark']
      socket.end(`HTTP/1.1 101 Switching Protocols\r\nX-Mark: ${mark}\r\n\r\n${hold(mark)}`)
    })
    this.app.setErrorHandler((error: Error, _request: unknown, reply: Anything) => reply.code(500).send(error.message))
    this.app.addHook('onRequest', (request: Anything, _reply: unknown, done: () => void) => {
      if (request.headers['x-deed'] === 'raw at once') void request.raw.url
      done()
    })
    this.app.route({ method: ['GET', 'POST'], url: '/*', exposeHeadRoute: true, handler: this.#handle })
  }

  readonly #handle = (request: Anything, reply: Anything): unknown => {
    const mark = String(request.headers['x-mark'])
    const deed = request.headers['x-deed']
    this.asked.set(mark, (this.asked.get(mark) ?? 0) + 1)
    if (request.url !== `/${mark}`) throw new Error(`${request.url} has the mark ${mark}`)
    if (typeof request.body === 'string' && !request.body.startsWith(`body of ${mark}`)) throw new Error(request.body)
    reply.header('x-mark', mark)
    return (handlers[deed] ?? unanswered[deed])?.(mark, request, reply)
  }

  async start(): Promise<void> {
    await this.app.listen({ port: 0, host: '127.0.0.1' })
  }

  async talk(name: string, { plans, cuts, end }: Session): Promise<Outcome> {
    const marks = plans.map((_, place) => `${name}-${place}`)
    const bytes = plans.map((plan, place) => write(marks[place] as string, plan)).join('')
    const socket = await connectTo(this.#options, this.app.server.address())
    socket.setNoDelay(true)
    let text = ''
    socket.setEncoding('latin1').on('data', (more) => (text += more))
    await sendInPieces(socket, bytes, cuts, end === 'leave early')
    const isAnswered = () => answersIn(text, plans).length >= marks.length
    if (end !== 'leave early') await arrival(socket, isAnswered, () => `${name}: ${text}`)
    const received = text
    const last = `${name}-last`
    await this.#finish(socket, last, end)
    this.answers += marks.length
    return { marks, received, last, rest: text.slice(received.length) }
  }

  async #finish(socket: Socket, last: string, end: string): Promise<void> {
    if (end === 'stay' || end === 'leave early') return void socket.destroy()
    if (end === 'end') socket.end()
    else socket.write(lastOf(last, end))
    const isOver = end === 'never' ? () => this.asked.has(last) : () => false
    await over(socket, isOver, last)
    socket.destroy()
  }
}

async function sendInPieces(socket: Socket, bytes: string, cuts: Session['cuts'], leaves: boolean): Promise<void> {
  const places = cuts.map(({ at, pause }) => ({ at: Math.floor(at * bytes.length), pause }))
  let from = 0
  for (const { at, pause } of [...places.sort((a, b) => a.at - b.at), { at: bytes.length, pause: null }]) {
    socket.write(bytes.slice(from, at), 'latin1')
    from = at
    await (pause === null ? turn() : wait(pause))
    if (leaves && from > bytes.length / 2) return
  }
}

async function over(socket: Socket, holds: () => boolean, what: string): Promise<void> {
  const limit = performance.now() + patience
  while (!socket.closed && !holds()) {
    if (performance.now() > limit) throw new Error(`the connection of ${what} was not closed`)
    await wait(1)
  }
}

async function arrival(socket: Socket, isThere: () => boolean, what: () => string): Promise<void> {
  const end = setTimeout(() => socket.destroy(new Error(`an answer never came: ${what()}`)), patience)
  while (!isThere()) {
    if (socket.closed) throw new Error(`closed before an answer: ${what()}`)
    await new Promise<void>((resolve) => {
      const settle = () => {
        socket.off('data', settle).off('close', settle)
        resolve()
      }
      socket.on('data', settle).on('close', settle)
    })
  }
  clearTimeout(end)
}

/** Returns complete final responses. Throws if the bytes are not HTTP. */
export function answersIn(received: string, plans: readonly Plan[]): ParsedAnswer[] {
  const found: ParsedAnswer[] = []
  let next = 0
  for (const { form } of plans) {
    if (form === 'expect' && received.startsWith(goOn, next)) next += goOn.length
    const answer = readAnswer(received, next, form === 'head', false)
    if (answer === null) break
    found.push(answer)
    next = answer.next
  }
  return found
}

const goOn = 'HTTP/1.1 100 Continue\r\n\r\n'
