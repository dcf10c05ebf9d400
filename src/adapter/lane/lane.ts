/**
 * One connection whose ordinary messages are read here instead of by Node's parser.
 *
 * The lane takes only ordinary messages that have arrived completely (`read.ts`), one after the other, and only while nothing watches the server
 * (`Gate`). The app gets the message at once, without Node's server (`transport.ts`).
 *
 * At the first other thing the connection goes to Node's own listener, for good. The running exchange goes first, whose message Node reads again, then
 * the bytes or the event that came. All of it happens in one turn, so no byte is kept and none can overtake another.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { takeUnannounced } from './joining.ts'
import type { Lanes, Listener } from './lanes.ts'
import { type Cause, tellLeft } from './left.ts'
import { Reader } from './read.ts'
import { type Connection, LaneTransport } from './transport.ts'

const laneKey = Symbol('espalier.lane')

type LaneSocket = Socket & { [laneKey]?: Lane }

/** Returns the lane that a connection is in, if any. */
export function laneOf(socket: object): Lane | undefined {
  return (socket as LaneSocket)[laneKey]
}

/** The listeners of every connection in the lane. They are shared, to save memory on idle connections. */
const listeners: Readonly<Record<string, (this: LaneSocket, value: never) => void>> = {
  data(bytes: Buffer) {
    laneOf(this)?.receive(bytes)
  },
  end() {
    laneOf(this)?.end()
  },
  error(error: Error) {
    laneOf(this)?.leaveAt('error', error)
  },
  drain() {
    laneOf(this)?.drain()
  },
  timeout() {
    laneOf(this)?.expire()
  },
  close(hadError: unknown) {
    laneOf(this)?.close(hadError)
  }
}

export class Lane implements Connection {
  readonly socket: Socket
  readonly #lanes: Lanes
  readonly #reader: Reader
  #hasBegun = false
  /** The running exchange, while Node's server has not seen it. */
  #running: LaneTransport | null = null
  /** The message of the running exchange, or of the last one. */
  #message: Buffer | null = null
  /** The body of a message whose head Node reads while the app begins with it. As in Node, it follows after the app's turn. */
  #owed: Buffer | null = null
  #isBeginning = false
  /** Node's listener for incoming bytes; `null` while the connection is in the lane. */
  #feed: Listener | null = null
  /** In milliseconds: the idle timeout that was set on the socket here. */
  #idle = 0

  constructor(lanes: Lanes, socket: Socket) {
    this.#lanes = lanes
    this.socket = socket
    this.#reader = new Reader(lanes.gate.headLimit)
    ;(socket as LaneSocket)[laneKey] = this
    lanes.add(this)
    this.#mayBeIdleFor(lanes.gate.silence)
    for (const event in listeners) socket.on(event, listeners[event] as Listener)
  }

  get server(): Server {
    return this.#lanes.server
  }
  get isBeginning(): boolean {
    return this.#isBeginning
  }
  get keepAliveTimeout(): number {
    return this.#lanes.gate.keepAliveTimeout
  }

  /** Whether the connection waits for another request. As in Node, one that had no request yet is not idle. */
  get isIdle(): boolean {
    return this.#hasBegun && this.isUnused
  }

  /** Whether no request is in progress, and no response is being sent. */
  get isUnused(): boolean {
    return this.#running === null && this.socket.writableLength === 0
  }

  /** Handles bytes that have arrived. */
  receive(bytes: Buffer): void {
    let at = 0
    while (at < bytes.length) {
      if (this.#feed !== null) return this.#give(bytes.subarray(at))
      const cause = this.#findObstacle() ?? this.#read(bytes, at)
      if (cause !== null) return this.#leaveWith(cause, at === 0 ? bytes : bytes.subarray(at))
      const { end } = this.#reader
      // For several messages, each runs in the asynchronous context in which it arrived, not in one that the exchange before it has entered.
      if (end - at === bytes.length) this.#begin(bytes, at, end)
      else new AsyncResource('espalier.lane').runInAsyncScope(this.#begin, this, bytes, at, end)
      at = end
    }
  }

  #findObstacle(): Cause | null {
    const { socket } = this
    if (this.#running !== null) return 'pipelined'
    if (socket.writableNeedDrain) return 'slow'
    if (socket.listenerCount('data') !== 1 || socket.listenerCount('readable') > 0) return 'listened to'
    return this.#lanes.gate.findObstacle()
  }

  #read(bytes: Buffer, from: number): Cause | null {
    const reader = this.#reader
    const isWhole = typeof bytes === 'object' && reader.read(bytes, from, bytes.length) && reader.end <= bytes.length
    return isWhole && reader.fields.pairs.length <= this.#lanes.gate.mostPairs ? null : 'not ordinary'
  }

  /** Passes the message that was read last to the app. */
  #begin(bytes: Buffer, from: number, end: number): void {
    const { bodyStart, fields, method, target } = this.#reader
    const body = end > bodyStart ? bytes.subarray(bodyStart, end) : null
    this.#message = from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end)
    const exchange = new LaneTransport(this, { method, target, fields, body })
    this.#running = exchange
    this.#hasBegun = true
    this.#isBeginning = true
    try {
      this.#lanes.gate.enter(exchange)
    } finally {
      this.#isBeginning = false
      exchange.deliver()
      const owed = this.#owed
      this.#owed = null
      if (owed !== null) this.#give(owed)
    }
  }

  release(isLast = false): void {
    this.#running = null
    if (this.#feed === null && !isLast) this.#mayBeIdleFor(this.#lanes.gate.idleness)
  }

  #mayBeIdleFor(time: number): void {
    this.#idle = time
    if ((this.socket.timeout ?? 0) !== time) this.socket.setTimeout(time)
  }

  join(unread: number): void {
    this.#running = null
    const message = this.#message as Buffer
    const end = this.#isBeginning ? message.length - unread : message.length
    if (end < message.length) this.#owed = message.subarray(end)
    takeUnannounced(this.#lanes.server, () => this.#feed?.call(this.socket, message.subarray(0, end)))
  }

  /** Gives bytes to Node's listener. In a paused socket they are queued before later ones. */
  #give(bytes: Buffer): void {
    const { socket } = this
    if (socket.isPaused()) socket.unshift(bytes)
    else this.#feed?.call(socket, bytes)
  }

  /** Hands the connection, its exchange and the bytes that have arrived to Node. */
  #leaveWith(cause: Cause, bytes: Buffer): void {
    this.#handOver(cause)
    this.#running?.leave()
    this.#give(bytes)
  }

  /** Hands the connection and its exchange to Node, and emits an event that has occurred to Node's listeners. */
  leaveAt(event: string, ...values: unknown[]): void {
    const added = this.#handOver('ended')
    this.#running?.leave()
    for (const listener of added(event)) listener.apply(this.socket, values)
  }

  #handOver(cause: Cause): (event: string) => Listener[] {
    const { socket } = this
    this.#lanes.remove(this)
    Reflect.deleteProperty(socket, laneKey)
    if (this.#idle !== 0 && socket.timeout === this.#idle) socket.setTimeout(0)
    const added = this.#lanes.give(socket, Object.keys(listeners))
    for (const event in listeners) socket.off(event, listeners[event] as Listener)
    this.#feed = added('data')[0] ?? null
    tellLeft(cause)
    return added
  }

  /** As in Node: a client that ends its side has disconnected, even if it still waits for a response. */
  end(): void {
    if (this.#running === null) this.socket.end()
    else this.leaveAt('end')
  }

  /** Notifies a response of Node's that the socket has sent what it wrote, as Node's server does. */
  drain(): void {
    if (this.#running?.awaitsDrain === true) this.leaveAt('drain')
  }

  close(hadError: unknown): void {
    if (this.#running !== null) return this.leaveAt('close', hadError)
    this.#lanes.remove(this)
  }

  expire(): void {
    const isOwn = this.socket.timeout === this.#idle
    // The idle timeout does not run while a message is being answered. A timeout that the app has set does.
    if (isOwn && this.#running !== null) return
    if (isOwn && !this.#hasBegun) this.leaveAt('error', requestTimeout())
    else this.leaveAt('timeout')
  }
}

/** The error of Node's server for a head that does not arrive in time. */
function requestTimeout(): Error {
  return Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
}
