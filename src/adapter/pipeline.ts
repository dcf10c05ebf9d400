/**
 * Limits how many pipelined requests of one HTTP/1 connection run at a time. Node starts all of them at once: 3 MB from a client could start 100,000
 * handlers. Here, requests above the limit wait, and Node's parser is paused until they have started (`read-ahead.ts`).
 *
 * The pause cannot deadlock. Only the last parsed request can have an incomplete body, and parsing continues when that request starts.
 *
 * If the connection is lost, Node emits 'close' only on the response that is being sent. This module emits it on the responses behind, so that their
 * handlers stop as well.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Socket } from 'node:net'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { closeResponse, type ResponseInternals } from './lane/end-messages.ts'
import { readAheadOf } from './read-ahead.ts'

/** The list of requests is compacted after this number of them. */
const longestPast = 1024

/** Runs the request in the asynchronous context in which it arrived. */
class Waiting extends AsyncResource {
  readonly raw: IncomingMessage
  readonly rawReply: ServerResponse

  constructor(raw: IncomingMessage, rawReply: ServerResponse) {
    super('espalier.pipeline')
    this.raw = raw
    this.rawReply = rawReply
  }
}

/** The requests of a connection behind the first one, in the order of arrival. */
class Pipeline {
  readonly #socket: Socket
  readonly #listener: RawListener
  readonly #bound: number
  #behind: Waiting[] = []
  /** The index of the first request whose response must still wait for earlier responses. */
  #first = 0
  /** The index of the first request that has not started. */
  #next = 0

  constructor(socket: Socket, listener: RawListener, bound: number) {
    this.#socket = socket
    this.#listener = listener
    this.#bound = bound
    socket.once('close', this.#lose)
  }

  get #mayStart(): boolean {
    return this.#next - this.#first + 1 < this.#bound
  }

  enter(raw: IncomingMessage, rawReply: ServerResponse): void {
    rawReply.on('socket', this.#onTurn)
    const isNext = this.#behind.push(new Waiting(raw, rawReply)) - 1 === this.#next
    if (isNext && this.#mayStart) {
      this.#next++
      return this.#listener(raw, rawReply)
    }
    if (isNext) readAheadOf(this.#socket)?.stop()
  }

  readonly #onTurn = (): void => {
    this.#first++
    while (this.#mayStart && this.#next < this.#behind.length && !this.#socket.destroyed) this.#start()
    if (this.#first === this.#behind.length || this.#first === longestPast) {
      this.#behind = this.#behind.slice(this.#first)
      this.#next -= this.#first
      this.#first = 0
    }
  }

  #start(): void {
    const waiting = this.#behind[this.#next++] as Waiting
    if (this.#next === this.#behind.length) readAheadOf(this.#socket)?.start()
    waiting.runInAsyncScope(this.#listener, undefined, waiting.raw, waiting.rawReply)
  }

  readonly #lose = (): void => {
    for (const { rawReply } of this.#behind.slice(this.#first, this.#next)) closeResponse(rawReply as ResponseInternals)
    this.#behind = []
    this.#first = this.#next = 0
  }
}

/** Returns a listener that runs at most `bound` requests of an HTTP/1 connection at a time, in order; 0 for any number. */
export function boundPipelines(listener: RawListener, bound: number): RawListener {
  const pipelines = new WeakMap<Socket, Pipeline>()
  return (raw, rawReply) => {
    // `node:http2` limits concurrent streams itself. A response that has a socket is the first on its connection.
    if (raw.httpVersionMajor !== 1 || rawReply.socket !== null) return listener(raw, rawReply)
    const pipeline = pipelines.get(raw.socket) ?? new Pipeline(raw.socket, listener, bound > 0 ? bound : Infinity)
    pipelines.set(raw.socket, pipeline)
    pipeline.enter(raw, rawReply)
  }
}
