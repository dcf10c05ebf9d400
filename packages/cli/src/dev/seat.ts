/** An app that answers, from the moment in which it takes the listener until its last request has ended. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExplainedApp } from 'espalier'
import type { BootableApp } from '../load/load-app.ts'
import type { Asking } from './wire.ts'

export interface ServedApp extends BootableApp {
  /** It does not listen; what arrives is handed to it as its own. */
  readonly server: { emit(event: string, ...values: unknown[]): boolean }
  findRoute?(query: { method: string; url: string; constraints: object }): object | null
  explain?(): Promise<ExplainedApp>
}

/** In milliseconds: how long requests under way may take to end in the code in which they began. */
const patience = 30_000
/** A frame of WebSocket that closes with 1012, the service restarts (RFC 6455, section 5.5.1, and the IANA registry of close codes). */
const restart = Buffer.from([0x88, 0x02, 0x03, 0xf4])

/** Fields of a head that was written at once are only in its text. */
const isStream = (rawReply: ServerResponse & { readonly _header?: string }): boolean => {
  const type = rawReply.getHeader('content-type') ?? /^content-type: *(.*)$/im.exec(rawReply._header ?? '')?.[1] ?? ''
  return /^text\/event-stream\b/i.test(String(type))
}

export class Seat {
  readonly app: ServedApp
  readonly #answers = new Set<ServerResponse>()
  readonly #sockets = new Set<Duplex>()

  constructor(app: ServedApp) {
    this.app = app
  }

  answer(raw: IncomingMessage, rawReply: ServerResponse, event: Asking): void {
    this.#answers.add(rawReply)
    rawReply.once('close', () => this.#answers.delete(rawReply))
    this.app.server.emit(event, raw, rawReply)
  }

  /** Returns whether a route would answer; an address that no route can have is left to the app, too. */
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

  /** Lets what runs come to its end, and closes the app. Streams of events are cut off at once, so that their readers come back, to the next app. */
  async retire(): Promise<void> {
    for (const socket of this.#sockets) socket.write(restart)
    const until = Date.now() + patience
    while (this.#cutStreams() > 0 && Date.now() < until) await sleep(10)
    await this.app.close()
    for (const socket of this.#sockets) socket.end(() => socket.destroy())
  }

  /** @returns how many other answers are under way */
  #cutStreams(): number {
    const streams = [...this.#answers].filter(isStream)
    for (const one of streams) one.destroy()
    return this.#answers.size - streams.length
  }
}
