/** All adapters, used as their clients do. */
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { Readable } from 'node:stream'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { createCore } from '../../../src/app.ts'
import { toAppOptions } from '../../../src/app-options.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { asClient, https as shared } from '../../shared-key.ts'
import { type Ask, declare as declareAll } from './routes.ts'
import { WebTransport } from './web-transport.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly trailers: Readonly<Record<string, string>>
}

/** A running request, whose client may disconnect. */
export interface Call {
  write(content: Uint8Array): void
  end(): void
  abort(): void
  /** The response, read on demand. */
  readonly response: Promise<Readable>
}

type Declare = (app: Anything) => void
type Create = (declare?: Declare, options?: object) => Promise<Carrier>

export interface Carrier {
  readonly hasChunks?: boolean
  readonly hasTrailers?: boolean
  readonly ask: (given: Ask) => Promise<Answer>
  /** Missing if client and server are one process. */
  readonly begin?: (given: Ask) => Call
  readonly close: () => Promise<void>
}

const declared = ({ body, headers, isChunked }: Ask) => ({
  ...headers,
  ...(body !== undefined && !isChunked && { 'content-length': String(Buffer.byteLength(body)) })
})

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('latin1')
}

function overHttp1(origin: string, agent: http.Agent) {
  const { request: send } = origin.startsWith('https') ? https : http
  return (given: Ask) =>
    new Promise<Answer>((resolve, reject) => {
      const headers = { ...declared(given), ...(given.isChunked && { 'transfer-encoding': 'chunked' }) }
      const request = send(`${origin}${given.path}`, { method: given.method, headers, agent })
      request.on('error', reject).on('response', (response) => {
        textOf(response).then((body) => {
          const { statusCode: status = 0, headers, trailers } = response
          resolve({ status, headers: headers as Answer['headers'], body, trailers: trailers as Answer['trailers'] })
        }, reject)
      })
      request.end(given.body)
    })
}

function beginHttp1(origin: string, agent: http.Agent) {
  const { request: send } = origin.startsWith('https') ? https : http
  return (given: Ask): Call => {
    const request = send(`${origin}${given.path}`, { method: given.method, headers: { ...given.headers }, agent })
    const response = new Promise<Readable>((resolve, reject) => request.on('response', resolve).on('error', reject))
    response.catch(() => {})
    request.flushHeaders()
    return {
      write: (content) => request.write(content),
      end: () => request.end(),
      abort: () => request.destroy(),
      response
    }
  }
}

function createHttp1(exchange: 'auto' | 'stock', tls?: object): Create {
  return async (declare = declareAll, options = {}) => {
    const { app } = createApp({ exchange, exposeErrors: false, ...tls, ...options })
    declare(app)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = tls ? new https.Agent({ keepAlive: true, ...asClient }) : new http.Agent({ keepAlive: true })
    return {
      ask: overHttp1(origin, agent),
      begin: beginHttp1(origin, agent),
      close: async () => {
        agent.destroy()
        await app.close()
      }
    }
  }
}

function overHttp2(session: http2.ClientHttp2Session) {
  return async (given: Ask): Promise<Answer> => {
    const request = session.request({ ':method': given.method, ':path': given.path, ...declared(given) })
    const trailers: Record<string, string> = {}
    request.on('trailers', (fields) => Object.assign(trailers, { ...fields }))
    const head = new Promise<http2.IncomingHttpHeaders>((resolve, reject) =>
      request.on('response', resolve).on('error', reject)
    )
    request.end(given.body)
    const { ':status': status, ...headers } = await head
    return { status: Number(status), headers: headers as Answer['headers'], body: await textOf(request), trailers }
  }
}

function beginHttp2(session: http2.ClientHttp2Session) {
  return ({ method, path, headers }: Ask): Call => {
    const stream = session.request({ ':method': method, ':path': path, ...headers }, { endStream: false })
    const response = new Promise<Readable>((resolve, reject) =>
      stream
        .on('response', () => resolve(stream))
        .on('error', reject)
        .on('close', reject)
    )
    response.catch(() => {})
    const abort = () => stream.close(http2.constants.NGHTTP2_CANCEL)
    return { write: (content) => stream.write(content), end: () => stream.end(), abort, response }
  }
}

const createHttp2: Create = async (declare = declareAll, options = {}) => {
  const { app } = createApp({ http2: true, exposeErrors: false, ...options })
  declare(app)
  const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  session.on('error', () => {})
  return {
    ask: overHttp2(session),
    begin: beginHttp2(session),
    close: async () => {
      session.close()
      await app.close()
    }
  }
}

function createInject(makePayload: (body: string) => unknown, hasChunks = true): Create {
  return async (declare = declareAll, options = {}) => {
    const { app } = createApp({ exposeErrors: false, ...options })
    declare(app)
    return {
      hasChunks,
      ask: async (given) => {
        const payload = given.body === undefined ? undefined : makePayload(given.body)
        const { method, path: url } = given
        const answer: Anything = await app.inject({ method, url, headers: declared(given), payload })
        const { statusCode: status, headers, rawPayload, trailers } = answer
        return { status, headers, body: rawPayload.toString('latin1'), trailers }
      },
      close: () => app.close()
    }
  }
}

type Init = RequestInit & { duplex?: 'half' }

function beginWeb(answer: (request: Request) => Promise<Response>) {
  return ({ method, path, headers }: Ask): Call => {
    const leaving = new AbortController()
    const content = new TransformStream<Uint8Array, Uint8Array>()
    const writer = content.writable.getWriter()
    const body = method === 'GET' ? null : content.readable
    const init: Init = { method, headers: { ...headers }, body, duplex: 'half', signal: leaving.signal }
    const response = answer(new Request(`http://web.test${path}`, init))
    return {
      write: (given) => void writer.write(given).catch(() => {}),
      end: () => void writer.close().catch(() => {}),
      abort: () => {
        leaving.abort()
        writer.abort().catch(() => {})
      },
      response: response.then(({ body: given }) => Readable.fromWeb(given as never))
    }
  }
}

interface Answering {
  readonly answer: (request: Request) => Promise<Response>
  readonly close: () => Promise<void>
}

const bySmallest = async (declare: Declare, options: object): Promise<Answering> => {
  const core = createCore(toAppOptions({ exposeErrors: false, ...options }))
  declare(core.app)
  await core.boot.ready()
  return {
    answer: (request) => new Promise<Response>((resolve) => core.listener(new WebTransport(request, resolve))),
    close: () => core.boot.close(core.app, undefined) as Promise<void>
  }
}

const byFetch = async (declare: Declare, options: object): Promise<Answering> => {
  const { app } = createApp({ exposeErrors: false, ...options })
  declare(app)
  return { answer: toFetchHandler(app as Anything), close: () => app.close() }
}

const createWeb =
  (serve: typeof byFetch): Create =>
  async (declare = declareAll, options = {}) => {
    const { answer, close } = await serve(declare, options)
    return {
      hasTrailers: false,
      begin: beginWeb(answer),
      ask: async (given) => {
        const { body, isChunked, method } = given
        const init: Init = { method, headers: declared(given) }
        if (body !== undefined) {
          init.body = isChunked ? (Readable.toWeb(Readable.from([Buffer.from(body)])) as never) : body
          init.duplex = 'half'
        }
        const request = new Request(`http://web.test${given.path}`, init)
        const response = await answer(request)
        const cookies = response.headers.getSetCookie()
        const headers: Answer['headers'] = {
          ...Object.fromEntries(response.headers),
          ...(cookies.length > 0 && { 'set-cookie': cookies })
        }
        const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
        return { status: response.status, headers, body: text, trailers: {} }
      },
      close
    }
  }

export const carriers: Readonly<Record<string, Create>> = {
  'node:http, auto': createHttp1('auto'),
  'node:http, stock': createHttp1('stock'),
  'TLS, auto': createHttp1('auto', { https: shared }),
  'TLS, stock': createHttp1('stock', { https: shared }),
  'TLS beside HTTP/2': createHttp1('auto', { http2: true, https: { ...shared, allowHTTP1: true } }),
  'HTTP/2': createHttp2,
  'inject, direct': createInject((body) => body, false),
  'inject, by streams': createInject((body) => Readable.from([Buffer.from(body)])),
  fetch: createWeb(byFetch),
  'the smallest adapter': createWeb(bySmallest)
}

/** Clients of these carriers can disconnect or be slow. */
export const remote = Object.entries(carriers).filter(([name]) => !name.startsWith('inject'))
