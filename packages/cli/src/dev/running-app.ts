/** An app that handles requests. After another app has replaced it, it runs until all its requests have ended. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExplainedApp } from 'espalier'
import type { BootableApp } from '../load/load-app.ts'
import type { RequestEvent } from './parsing-server.ts'

export interface ServedApp extends BootableApp {
  /** The app's own server, which does not listen. The command emits an event on it for each request. */
  readonly server: { emit(event: string, ...values: unknown[]): boolean }
  findRoute?(query: { method: string; url: string; constraints: object }): object | null
  explain?(): Promise<ExplainedApp>
}

/** In milliseconds: how long a replaced app may finish its requests. */
const longestWait = 30_000
/** A WebSocket close frame with 1012, "service restart" (RFC 6455, section 5.5.1, and the IANA registry of close codes). */
const closeFrame = Buffer.from([0x88, 0x02, 0x03, 0xf4])

/** `getHeader` does not return headers that were passed to `writeHead`. So the response head is searched, too. */
const isStream = (rawReply: ServerResponse & { readonly _header?: string }): boolean => {
  const type = rawReply.getHeader('content-type') ?? /^content-type: *(.*)$/im.exec(rawReply._header ?? '')?.[1] ?? ''
  return /^text\/event-stream\b/i.test(String(type))
}

export class RunningApp {
  readonly app: ServedApp
  readonly #answers = new Set<ServerResponse>()
  readonly #sockets = new Set<Duplex>()

  constructor(app: ServedApp) {
    this.app = app
  }

  answer(raw: IncomingMessage, rawReply: ServerResponse, event: RequestEvent): void {
    this.#answers.add(rawReply)
    rawReply.once('close', () => this.#answers.delete(rawReply))
    this.app.server.emit(event, raw, rawReply)
  }

  /** Returns false if the page of the project should handle the request. For an invalid URL the result is true, so that the app sends the error. */
  hasRouteFor({ method = 'GET', url = '/', headers }: IncomingMessage): boolean {
    const [path = '/'] = url.split('?', 1)
    const constraints = { host: headers.host, version: headers['accept-version'] }
    try {
      return this.app.findRoute?.({ method, url: path, constraints }) !== null
    } catch {
      return true
    }
  }

  upgrade(raw: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    if (!this.app.server.emit('upgrade', raw, socket, head)) socket.destroy()
  }

  /** Closes the app when its running requests have ended. Event streams are closed at once, and their clients reconnect to the next app. */
  async retire(): Promise<void> {
    for (const socket of this.#sockets) socket.write(closeFrame)
    const until = Date.now() + longestWait
    while (this.#cutStreams() > 0 && Date.now() < until) await sleep(10)
    await this.app.close()
    for (const socket of this.#sockets) socket.end(() => socket.destroy())
  }

  /** Closes event streams, which would not end by themselves. @returns how many other responses are in progress */
  #cutStreams(): number {
    const streams = [...this.#answers].filter(isStream)
    for (const one of streams) one.destroy()
    return this.#answers.size - streams.length
  }
}
