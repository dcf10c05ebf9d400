/**
 * One HTTP/1.1 connection that espalier reads without Node's parser. Its messages must be simple (`read.ts`) and arrive as a whole, or soon
 * (`incomplete-message.ts`). The client must not pipeline, and nothing may observe the server (`BypassedServer`).
 *
 * At any other message or event, Node's own listener takes over the connection for good. Node's parser first reads the request in progress again, and
 * then the new bytes. Both happen in one turn of the event loop, so no later bytes can come between them.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { emptyBody } from '../../http/body-reader.ts'
import { readAheadOf } from '../read-ahead.ts'
import { captureRequest, type Thrown } from './capture-request.ts'
import { type FallbackCause, publishLaneFallback } from './fallback.ts'
import { IncompleteMessage, longestCollected } from './incomplete-message.ts'
import type { Lanes, Listener } from './lanes.ts'
import { areKept, type Fields, type Message, type Received, readMessage } from './read.ts'
import { copyShared } from './shared-buffer.ts'
import { attach, detach, type SocketReceiver, socketEvents } from './socket-events.ts'
import { type Connection, LaneTransport } from './transport.ts'

/** A message as it arrived, or decoded as `latin1`. */
type Bytes = Buffer | string

export class Lane implements Connection, SocketReceiver {
  readonly socket: Socket
  readonly #lanes: Lanes
  #hasBegun = false
  /** The header fields of the last request. If the next request has the same fields, they need no parsing. */
  #fields: Fields | null = null
  /** The request in progress; `null` between requests, and once Node's server handles the request. */
  #running: LaneTransport | null = null
  /** The bytes of the request in progress. Node's parser may have to read them again. */
  #message: Bytes | null = null
  #incomplete: IncompleteMessage | null = null
  /** A part of the body that Node's parser gets only after the 'request' listener of the app has returned. */
  #delayedBody: Buffer | null = null
  isArrivalTurn = false
  /** The error that a 'request' listener has thrown. Node's parser must fail with the same error. */
  #thrown: Thrown | null = null
  #nodeDataListener: Listener | null = null
  /** In milliseconds: the idle timeout that this class has set on the socket. */
  #ownTimeout = 0

  constructor(lanes: Lanes, socket: Socket) {
    this.#lanes = lanes
    this.socket = socket
    lanes.add(this)
    // Node's server sets both as well. Another process may have accepted the socket.
    ;(socket as Socket & { server?: Server }).server = lanes.server
    socket.setEncoding = lanes.setEncoding
    this.#setIdleTimeout(lanes.bypassed.firstRequestTimeout)
    attach(socket, this)
  }

  get server(): Server {
    return this.#lanes.server
  }

  /** A connection without any request so far does not count as idle, as in Node. */
  get isIdle(): boolean {
    return this.#hasBegun && this.isUnused
  }

  get isUnused(): boolean {
    return this.#isBetweenMessages && this.socket.writableLength === 0
  }

  get #isBetweenMessages(): boolean {
    return this.#running === null && this.#incomplete === null
  }

  /** Takes the bytes if all of them belong to one message. Otherwise it returns false, and nothing has changed. */
  receiveShared(shared: Buffer, size: number): boolean {
    const { readableFlowing, readableLength } = this.socket
    const isEmpty = readableFlowing === true && readableLength === 0
    if (!isEmpty || this.#findObstacle() !== null) return false
    if (this.#incomplete !== null) {
      if (size > this.#incomplete.missing) return false
      this.#continue(this.#incomplete, shared.subarray(0, size))
      return true
    }
    const message = this.#read(shared, 0, size)
    if (typeof message === 'string' || message.end < size) return false
    if (message.end > size) this.#waitForRest(message, shared.subarray(0, size), message.end)
    else if (message.length === 0) this.#begin(message, message.text)
    else this.#beginWith(message, copyShared(shared, size))
    return true
  }

  receive(bytes: Buffer): void {
    if (this.#incomplete === null) this.#receive(bytes)
    else this.#continue(this.#incomplete, bytes)
    if (this.#nodeDataListener !== null && this.socket.isPaused())
      process.nextTick(process.nextTick, stopAgain, this.socket)
  }

  #receive(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#nodeDataListener !== null) return this.#passToNode(bytes.subarray(at))
      const message = this.#findObstacle() ?? this.#read(bytes, at, bytes.length)
      if (typeof message === 'string') return void this.#fallBack(message, at === 0 ? bytes : bytes.subarray(at))
      const { end } = message
      if (end > bytes.length) return this.#waitForRest(message, bytes.subarray(at), end - at)
      if (end - at === bytes.length) this.#beginWith(message, bytes)
      else this.#beginApart(message, bytes.subarray(at, end))
      at = end
    }
  }

  #continue(incomplete: IncompleteMessage, bytes: Buffer): void {
    const following = bytes.subarray(incomplete.missing)
    incomplete.add(bytes)
    if (incomplete.missing > 0) return
    const obstacle = this.#findObstacle()
    const message = this.#takeIncomplete()
    if (obstacle !== null) return void this.#fallBack(obstacle, Buffer.concat([message, following]))
    if (following.length === 0) return this.#beginWith(incomplete.message, message)
    this.#beginApart(incomplete.message, message)
    this.#receive(following)
  }

  #findObstacle(): FallbackCause | null {
    const { socket } = this
    if (this.#running !== null) return 'pipelined'
    if (socket.writableNeedDrain) return 'slow'
    if (socket.listenerCount('data') !== 1 || socket.listenerCount('readable') > 0) return 'listened to'
    return this.#lanes.bypassed.findObstacle()
  }

  #read(bytes: Buffer, from: number, to: number): Received | FallbackCause {
    const { maxHeadSize, maxPairs } = this.#lanes.bypassed
    const message = readMessage(bytes, from, to, maxHeadSize, this.#fields)
    if (message === null || message.fields.pairs.length > maxPairs) return 'not ordinary'
    if (message.end > to && message.length > longestCollected) return 'not ordinary'
    if (areKept(message.fields.text)) this.#fields = message.fields
    return message
  }

  /** @param size of the whole message in bytes */
  #waitForRest(message: Received, begun: Buffer, size: number): void {
    const giveUp = () => void this.#fallBack('not ordinary', this.#takeIncomplete())
    this.#incomplete = new IncompleteMessage(message, size, giveUp)
    this.#incomplete.add(begun)
  }

  /** Returns the bytes that wait for the rest of their message. */
  #takeIncomplete(): Buffer {
    const incomplete = this.#incomplete
    this.#incomplete = null
    return incomplete?.take() ?? emptyBody
  }

  /** Messages that arrive at once run in asynchronous contexts of their own. They must not see the `AsyncLocalStorage` of an earlier request. */
  #beginApart(message: Received, bytes: Buffer): void {
    new AsyncResource('espalier.lane').runInAsyncScope(this.#beginWith, this, message, bytes)
  }

  /** @param bytes of the whole message */
  #beginWith(message: Received, bytes: Buffer): void {
    if (message.length > 0) message.body = bytes.subarray(-message.length)
    this.#begin(message, bytes)
  }

  #begin(message: Message, bytes: Bytes): void {
    this.#message = bytes
    const exchange = new LaneTransport(this, message)
    this.#running = exchange
    this.#hasBegun = true
    this.isArrivalTurn = true
    try {
      this.#lanes.bypassed.enter(exchange)
    } catch (error) {
      this.#failWith(error)
    } finally {
      this.isArrivalTurn = false
      exchange.deliverBody()
      const delayedBody = this.#delayedBody
      this.#delayedBody = null
      if (delayedBody !== null) this.#passToNode(delayedBody)
    }
  }

  /** If a 'request' listener throws, Node's parser gets the error and fails, as it would without espalier's reader. @throws the error */
  #failWith(error: unknown): never {
    if (this.#lanes.bypassed.hasOtherListeners && this.#nodeDataListener === null && this.#running !== null) {
      this.#thrown = { error }
      this.#handOver('listened to')
      this.#running.handToNode()
    }
    throw error
  }

  release(isLast = false): void {
    this.#running = null
    this.#message = null
    if (this.#nodeDataListener === null && !isLast) this.#setIdleTimeout(this.#lanes.bypassed.idleTimeout)
  }

  #setIdleTimeout(time: number): void {
    this.#ownTimeout = time
    if ((this.socket.timeout ?? 0) !== time) this.socket.setTimeout(time)
  }

  rereadByNode(unread: number): void {
    this.#running = null
    const bytes = this.#message as Bytes
    const message = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    const end = this.isArrivalTurn ? message.length - unread : message.length
    const thrown = this.#thrown
    if (end < message.length && thrown === null) this.#delayedBody = message.subarray(end)
    captureRequest(
      this.#lanes.server,
      () => this.#nodeDataListener?.call(this.socket, message.subarray(0, end)),
      thrown
    )
  }

  /** Passes bytes to Node's parser. If the socket is paused, the bytes are put back into its buffer, in front of later ones. */
  #passToNode(bytes: Buffer): void {
    const { socket } = this
    if (socket.isPaused()) {
      // Without buffering, later bytes would reach the parser before the ones in the buffer.
      readAheadOf(socket)?.startBuffering()
      socket.unshift(bytes)
    } else this.#nodeDataListener?.call(socket, bytes)
  }

  #fallBack(cause: FallbackCause, bytes: Buffer): (event: string) => Listener[] {
    const added = this.#handOver(cause)
    this.#running?.handToNode()
    if (bytes.length > 0) this.#passToNode(bytes)
    return added
  }

  fallBackAt(event: string, ...values: unknown[]): void {
    const added = this.#fallBack('ended', this.#takeIncomplete())
    for (const listener of added(event)) listener.apply(this.socket, values)
  }

  #handOver(cause: FallbackCause): (event: string) => Listener[] {
    const { socket } = this
    this.#lanes.remove(this)
    if (this.#ownTimeout !== 0 && socket.timeout === this.#ownTimeout) socket.setTimeout(0)
    const added = this.#lanes.giveToNode(socket, socketEvents)
    detach(socket)
    this.#nodeDataListener = added('data')[0] ?? null
    publishLaneFallback(cause)
    return added
  }

  /** As in Node, a client that closes its sending side counts as disconnected, even if it still waits for a response. */
  end(): void {
    if (this.#isBetweenMessages) this.socket.end()
    else this.fallBackAt('end')
  }

  drain(): void {
    this.#running?.drain()
  }

  close(hadError: unknown): void {
    if (this.#isBetweenMessages) this.#lanes.remove(this)
    else this.fallBackAt('close', hadError)
  }

  expire(): void {
    const isOwn = this.socket.timeout === this.#ownTimeout
    // The idle timeout of espalier does not apply during a request. A timeout that the app set with `socket.setTimeout` does.
    if (isOwn && this.#running !== null) return
    if (!isOwn || this.#hasBegun) return this.fallBackAt('timeout')
    this.fallBackAt('error', Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }))
  }
}

/**
 * Works around a socket that is paused during its 'data' event: it starts to read again in the next tick, without limit. Emitting 'pause' again makes
 * Node's own listener stop the reading.
 */
function stopAgain(socket: Socket): void {
  if (socket.isPaused()) socket.emit('pause')
}
