/** The server of `espalier dev`. The server and its connections stay open when a new app replaces the previous one. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { messageOf, UsageError } from '@espalier/command-kit'
import { asPage, type Fault } from './fault.ts'
import type { Page } from './page.ts'
import { ParsingServer, type RequestEvent, type RequestReceiver } from './parsing-server.ts'
import type { RunningApp } from './running-app.ts'

export class DevServer implements RequestReceiver {
  readonly #listener: Server
  readonly #sockets = new Set<Socket>()
  /** `null` before the first app has started. The app determines the kind of server: HTTP/1, TLS or HTTP/2. */
  #parser: ParsingServer | null = null
  #current: RunningApp | Fault | null = null
  #waiting: (() => void)[] = []
  #page: Promise<Page> | null = null

  constructor() {
    // Bytes cannot be parsed before the app has determined the kind of server (HTTP/1, TLS or HTTP/2). So new connections are paused.
    this.#listener = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket)).on('error', () => {})
      void this.#untilServing().then(() => this.#parser?.take(socket))
    })
  }

  async listen(port: number, host: string): Promise<void> {
    this.#listener.listen(port, host)
    try {
      await once(this.#listener, 'listening')
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
      const why = isTaken
        ? `Port ${port} is in use. End the process that has it, or choose another: --port ${port === 65_535 ? 0 : port + 1}.`
        : `Nothing can listen at port ${port} of ${host}: ${messageOf(error)}.`
      throw new UsageError(why, { cause: error })
    }
  }

  get origin(): string {
    const { address, port } = this.#listener.address() as AddressInfo
    return `${this.#parser?.scheme ?? 'http'}://${address.includes(':') ? `[${address}]` : address}:${port}`
  }

  /** From now on, the page of the project answers requests for which the app has no route. */
  show(page: Promise<Page>): void {
    this.#page = page
  }

  /** From now on, the app answers requests, or they get the error. @returns the previous app */
  serve(next: RunningApp | Fault): RunningApp | null {
    const before = this.#current
    this.#setParser('sentence' in next ? null : next.app.server)
    this.#current = next
    for (const go of this.#waiting.splice(0)) go()
    return before === null || 'sentence' in before ? null : before
  }

  /** Makes requests wait until the next call of `serve`. @returns the previous app */
  pause(): RunningApp | null {
    const before = this.#current
    this.#current = null
    return before === null || 'sentence' in before ? null : before
  }

  #setParser(model: object | null): void {
    if (model === null) this.#parser ??= new ParsingServer(null, this)
    else if (this.#parser?.follow(model) !== true) {
      this.#parser?.leave()
      this.#parser = new ParsingServer(model, this)
      this.#parser.follow(model)
    }
  }

  async #untilServing(): Promise<void> {
    while (this.#current === null && this.#listener.listening) await new Promise<void>((go) => this.#waiting.push(go))
  }

  async answer(raw: IncomingMessage, rawReply: ServerResponse, event: RequestEvent): Promise<void> {
    await this.#untilServing()
    const current = this.#current
    if (current === null || 'sentence' in current) return sendFault(raw, rawReply, current)
    const byApp = () => current.answer(raw, rawReply, event)
    if (this.#page === null || current.hasRouteFor(raw)) return byApp()
    await this.#page.then(
      (page) => page.answer(raw, rawReply, byApp),
      () => byApp()
    )
  }

  async upgrade(raw: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const page = await this.#page?.catch(() => null)
    if (page?.upgrade(raw, socket, head) === true) return
    await this.#untilServing()
    const current = this.#current
    if (current === null || 'sentence' in current) socket.destroy()
    else current.upgrade(raw, socket, head)
  }

  async close(): Promise<void> {
    if (!this.#listener.listening) return
    const closed = once(this.#listener, 'close')
    this.#listener.close()
    for (const go of this.#waiting.splice(0)) go()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

function sendFault({ headers }: IncomingMessage, rawReply: ServerResponse, fault: Fault | null): void {
  const { sentence, frame } = fault ?? { sentence: 'There is no application yet.', frame: '' }
  const isBrowser = headers.accept?.includes('text/html') === true
  const type = isBrowser ? 'text/html' : 'application/json'
  const body = isBrowser
    ? asPage(sentence, frame)
    : JSON.stringify({ statusCode: 500, error: 'Internal Server Error', message: sentence, frame })
  rawReply.writeHead(500, { 'content-type': `${type}; charset=utf-8` }).end(body)
}
