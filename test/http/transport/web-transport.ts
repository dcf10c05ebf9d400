/** The smallest adapter: from a web `Request` to a web `Response`, without optional members of `Transport`. */
import { Readable, Transform, type Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { type End, EndingTransport } from '../../../src/http/ending-transport.ts'
import type { ReplyHeaders } from '../../../src/http/headers.ts'
import type { Peer } from '../../../src/http/transport.ts'

type Body = ConstructorParameters<typeof Response>[0]

export class WebTransport extends EndingTransport {
  readonly method: string
  url: string
  originalUrl: string | undefined
  // As in HTTP/2, no field frames the body or describes the connection.
  readonly version = 2
  readonly headers: Record<string, string>
  readonly socket: Peer
  readonly body: Readable
  statusCode = 200
  isBegun = false
  isEnded = false
  readonly #resolve: (response: Response) => void
  #head = new Headers()
  #content: Transform | null = null

  constructor(request: Request, resolve: (response: Response) => void) {
    super()
    const { host, pathname, protocol, search } = new URL(request.url)
    this.socket = { encrypted: protocol === 'https:' }
    this.method = request.method
    this.url = pathname + search
    this.headers = { host, ...Object.fromEntries(request.headers) }
    this.body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
    this.#resolve = resolve
    request.signal.addEventListener('abort', () => this.#close('abort'))
  }

  setHead(statusCode: number, headers: ReplyHeaders): void {
    this.statusCode = statusCode
    this.#head = new Headers()
    for (const [name, value] of Object.entries(headers))
      for (const one of [value].flat()) this.#head.append(name, String(one))
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    this.setHead(statusCode, headers)
    this.#begin([204, 205, 304].includes(statusCode) ? null : body)
    this.isEnded = true
    this.#close('finish')
  }
  open(): Writable {
    const strategy = new ByteLengthQueuingStrategy({ highWaterMark: 16_384 })
    const begin = () => this.isBegun || this.#begin(Readable.toWeb(content, { strategy }) as Body)
    const content = new Transform({
      transform: (chunk, _encoding, taken) => {
        begin()
        taken(null, chunk)
      },
      flush: (done) => {
        begin()
        this.isEnded = true
        done()
      }
    })
    this.#content = content.on('close', () => this.#close(content.readableEnded ? 'finish' : 'abort'))
    return content
  }
  abort(error = new Error('the response was broken off')): void {
    this.#close('broken', error)
  }
  #begin(body: Body): void {
    this.isBegun = true
    const content = this.method === 'HEAD' ? null : (body ?? null)
    this.#resolve(new Response(content, { status: this.statusCode, headers: this.#head }))
  }
  #close(end: End, error?: Error): void {
    this.notifyEnd(end)
    this.#content?.destroy(error)
  }
}
