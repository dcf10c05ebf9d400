/** The smallest adapter: a web `Request` comes in, a web `Response` goes out. What it leaves out is what the port can do without. */
import { EventEmitter } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { ReplyHeaders } from '../../../src/http/headers.ts'
import { type BodyCallback, type Peer, type SingleField, Transport } from '../../../src/http/transport.ts'

type Resolve = (response: Response) => void

export class WebTransport extends Transport {
  readonly method: string
  url: string
  originalUrl: string | undefined
  // As in HTTP/2 nobody frames a body by fields, and there are none of a connection.
  readonly version = 2
  readonly headers: Record<string, string>
  readonly rawHeaders = undefined
  readonly socket: Peer
  readonly body: Readable
  statusCode = 200
  isBegun = false
  isEnded = false
  isClosed = false
  readonly #request: Request
  readonly #resolve: Resolve
  readonly #events = new EventEmitter()
  readonly #content = new TransformStream<Uint8Array, Uint8Array>()
  readonly #writer = this.#content.writable.getWriter()
  #head = new Headers()

  constructor(request: Request, resolve: Resolve) {
    super()
    const { host, pathname, protocol, search } = new URL(request.url)
    this.socket = { encrypted: protocol === 'https:' }
    this.method = request.method
    this.url = pathname + search
    this.headers = { host, ...Object.fromEntries(request.headers) }
    this.body = request.body ? Readable.fromWeb(request.body as ReadableStream) : Readable.from([])
    this.#request = request
    this.#resolve = resolve
    request.signal.addEventListener('abort', () => this.#close('abort'))
  }

  get isAborted(): boolean {
    return this.#request.signal.aborted
  }
  readField(name: SingleField): string | undefined {
    return this.headers[name]
  }
  readBody(limit: number, callback: BodyCallback): void {
    const chunks: Buffer[] = []
    let length = 0
    const end = (error: Error | null) => callback(error, Buffer.concat(error === null ? chunks : []))
    this.body.on('error', end).on('end', () => end(null))
    this.body.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) this.body.destroy(Object.assign(new Error('too large'), { code: 'ERR_BODY_TOO_LARGE' }))
      else chunks.push(chunk)
    })
  }

  setHead(statusCode: number, headers: ReplyHeaders): void {
    this.statusCode = statusCode
    this.#head = new Headers()
    for (const [name, value] of Object.entries(headers))
      for (const one of [value].flat()) this.#head.append(name, String(one))
  }
  respond(statusCode: number, headers: ReplyHeaders, body: string | Buffer | undefined): void {
    this.setHead(statusCode, headers)
    const isEmpty = this.method === 'HEAD' || [204, 205, 304].includes(statusCode)
    this.#begin(isEmpty ? null : body)
    this.#close('finish')
  }
  open(): Writable {
    return new Writable({
      write: (chunk, _encoding, taken) => {
        this.#begin(this.#content.readable)
        this.#writer.write(chunk).then(() => taken(), taken)
      },
      final: (done) => {
        this.#begin(this.method === 'HEAD' ? null : this.#content.readable)
        this.#close('finish')
        this.#writer.close().then(() => done(), done)
      }
    })
  }
  addTrailers(): void {}
  abort(error = new Error('the response was broken off')): void {
    void this.#writer.abort(error)
    this.#close('broken')
  }
  #begin(body: ConstructorParameters<typeof Response>[0]): void {
    if (this.isBegun) return
    this.isBegun = true
    this.#resolve(new Response(body ?? null, { status: this.statusCode, headers: this.#head }))
  }
  #close(how: 'finish' | 'abort' | 'broken'): void {
    if (this.isClosed) return
    this.isClosed = true
    this.isEnded = how === 'finish'
    process.nextTick(() => this.#events.emit(how) && this.#events.emit('close'))
  }

  onFinished(callback: (error: Error | null) => void): void {
    this.#events.once('finish', () => callback(null))
  }
  onAbort(callback: () => void): void {
    this.#events.once('abort', callback)
  }
  onClose(callback: () => void): () => void {
    this.#events.once('close', callback)
    return () => void this.#events.off('close', callback)
  }
}
