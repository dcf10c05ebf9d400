/** The ways by which a request reaches an app: each adapter, asked as its clients ask. */
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { Readable } from 'node:stream'
import { createCore } from '../../../src/app.ts'
import { toAppOptions } from '../../../src/app-options.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { asClient, https as shared } from '../../shared-key.ts'
import { type Ask, declare } from './routes.ts'
import { WebTransport } from './web-transport.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
  readonly trailers: Readonly<Record<string, string>>
}

export interface Carrier {
  /** Whether a client can send a body without its length. */
  readonly hasChunks?: boolean
  readonly ask: (given: Ask) => Promise<Answer>
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

function createHttp1(exchange: 'light' | 'stock', tls?: object) {
  return async (): Promise<Carrier> => {
    const { app } = createApp({ exchange, exposeErrors: false, ...tls })
    declare(app)
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const agent = tls ? new https.Agent({ keepAlive: true, ...asClient }) : new http.Agent({ keepAlive: true })
    return {
      ask: overHttp1(origin, agent),
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

async function createHttp2(): Promise<Carrier> {
  const { app } = createApp({ http2: true, exposeErrors: false })
  declare(app)
  const session = http2.connect(await app.listen({ port: 0, host: '127.0.0.1' }))
  session.on('error', () => {})
  return {
    ask: overHttp2(session),
    close: async () => {
      session.close()
      await app.close()
    }
  }
}

function createInject(makePayload: (body: string) => unknown, hasChunks = true) {
  return async (): Promise<Carrier> => {
    const { app } = createApp({ exposeErrors: false })
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

async function createWeb(): Promise<Carrier> {
  const core = createCore(toAppOptions({ exposeErrors: false }))
  declare(core.app)
  await core.boot.ready()
  return {
    ask: async (given) => {
      const { body, isChunked, method } = given
      const init: RequestInit & { duplex?: 'half' } = { method, headers: declared(given) }
      if (body !== undefined) {
        init.body = isChunked ? (Readable.toWeb(Readable.from([Buffer.from(body)])) as never) : body
        init.duplex = 'half'
      }
      const request = new Request(`http://web.test${given.path}`, init)
      const response = await new Promise<Response>((resolve) => core.listener(new WebTransport(request, resolve)))
      const cookies = response.headers.getSetCookie()
      const headers: Answer['headers'] = {
        ...Object.fromEntries(response.headers),
        ...(cookies.length > 0 && { 'set-cookie': cookies })
      }
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1')
      return { status: response.status, headers, body: text, trailers: {} }
    },
    close: () => core.boot.close(core.app, undefined) as Promise<void>
  }
}

export const carriers: Readonly<Record<string, () => Promise<Carrier>>> = {
  'node:http, light': createHttp1('light'),
  'node:http, stock': createHttp1('stock'),
  'TLS, light': createHttp1('light', { https: shared }),
  'TLS, stock': createHttp1('stock', { https: shared }),
  'TLS beside HTTP/2, light': createHttp1('light', { http2: true, https: { ...shared, allowHTTP1: true } }),
  'HTTP/2': createHttp2,
  'inject, direct': createInject((body) => body, false),
  'inject, by streams': createInject((body) => Readable.from([Buffer.from(body)])),
  'the smallest adapter': createWeb
}
