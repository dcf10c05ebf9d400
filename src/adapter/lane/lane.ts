/**
 * One connection of Node's server whose ordinary messages are read here instead of by Node's parser.
 *
 * The lane takes only what has arrived whole and is ordinary (`read.ts`), between two messages. Where nobody watches the server (`Gate`) and nothing
 * else is under way on the connection, the app is given the message at once, and Node's server does not learn of it (`transport.ts`). Otherwise the
 * server is given it where its parser would have: so turns, limits, channels and every end of a connection are Node's own. The first message of a
 * connection is Node's, which tells its server that the connection is in use, and so is the body of a message whose head is whole. The first
 * message that is anything else leaves the connection to Node for good, with its parser.
 */
import { AsyncResource } from 'node:async_hooks'
import type { ServerResponse } from '../../node-http.ts'
import {
  createWholeRequest,
  handOnRest,
  type LightRequest,
  type Persistence,
  setRest,
  watched
} from '../light/index.ts'
import { isHeld } from '../read-ahead.ts'
import type { Gate } from './gate.ts'
import { type Cause, tellLeft } from './left.ts'
import type { HttpSocket, Parser } from './node-socket.ts'
import { Reader } from './read.ts'
import { type Connection, LaneTransport } from './transport.ts'

type OnData = (...args: unknown[]) => void

/**
 * In bytes: messages with a body of at most so many begin when all that has arrived on other connections was read. What the processor keeps at hand for
 * reading and for parsing, validating and writing is then used again and again: that spares 4 % of such a message. Larger bodies would not be at hand any more.
 */
const longestWaiting = 8192

export class Lane implements Connection {
  readonly socket: HttpSocket
  readonly #gate: Gate
  readonly #parser: Parser
  readonly #reader: Reader
  readonly #onIncoming: Parser['onIncoming']
  /** Node's own, which feeds the parser. */
  readonly #onData: OnData
  #isFirst = true
  #isLeft = false
  /** True while a request is given to the server; it stays so when that throws. */
  #isGiving = false
  /** How many bytes of a message that Node reads are to come. */
  #owed = 0
  /** The exchange with which the app begins on the next turn, or when something else comes before. */
  #waiting: LaneTransport | null = null
  /** The exchange that runs and that Node's server has not seen. */
  #running: LaneTransport | null = null
  /** A request that the app had given to Node's server in the turn in which it got it. */
  #given: LightRequest | null = null
  /** In milliseconds: how long the connection may be idle between two messages, as Node has set it. */
  #idle = 0
  /** The server's `keepAliveTimeout` when Node last took a message. */
  #keptFor = -1

  constructor(gate: Gate, socket: HttpSocket, limit: number) {
    this.#gate = gate
    this.socket = socket
    this.#parser = socket.parser as Parser
    this.#onIncoming = this.#parser.onIncoming
    this.#onData = socket.rawListeners('data')[0] as OnData
    this.#reader = new Reader(limit)
    // In front of Node's own, which lets go of the parser.
    socket.prependListener('close', this.#joinRunning)
  }

  get persistence(): Persistence {
    return this.#gate.persistence
  }

  /** Takes what has arrived, which is gone from the buffer afterwards; false when no more is to come for now. */
  receive(bytes: Buffer, size: number): boolean {
    this.#joinRunning()
    if (isHeld(this.socket)) return this.socket.push(copyOf(bytes, size))
    if (!this.#isLeft && this.#isFree()) {
      if (this.#isFirst || this.#owed > 0 || !this.#gate.isAlone) return this.#follow(copyOf(bytes, size))
      if (this.#read(bytes, 0, size)) {
        if (this.#reader.end !== size) return this.#takeAll(copyOf(bytes, size))
        if (this.#mayPass()) this.#pass(bytes)
        else this.#take(bytes)
        return true
      }
      this.#leave('not ordinary')
    }
    return this.socket.push(copyOf(bytes, size))
  }

  /** Whether nothing but Node's own listener waits for bytes. */
  #isFree(): boolean {
    if (watched) return this.#leave('watched')
    const { socket } = this
    const isNodes =
      !this.#isGiving &&
      socket.readableFlowing === true &&
      socket._paused !== true &&
      socket.readableLength === 0 &&
      socket.parser === this.#parser &&
      !this.#parser._consumed &&
      socket.listenerCount('data') === 1 &&
      socket.listenerCount('data', this.#onData) === 1
    return isNodes || this.#leave('listened to')
  }

  /** Whether the app may be given a message at once: nothing is under way, and Node would keep the connection as long as it has kept it. */
  #mayPass(): boolean {
    return (
      !this.socket._httpMessage &&
      this.#parser.onIncoming === this.#onIncoming &&
      this.#keptFor === this.persistence._keepAliveTimeout &&
      this.#gate.isOpen()
    )
  }

  #leave(cause: Cause): false {
    this.#isLeft = true
    this.socket.off('close', this.#joinRunning)
    tellLeft(cause)
    return false
  }

  #read(bytes: Buffer, from: number, to: number): boolean {
    if (!this.#reader.read(bytes, from, to)) return false
    const { maxHeaderPairs } = this.#parser
    return maxHeaderPairs <= 0 || this.#reader.fields.pairs.length <= maxHeaderPairs
  }

  /** Leaves to Node what it has to read, and finds where that ends. */
  #follow(bytes: Buffer): boolean {
    this.#keptFor = this.persistence._keepAliveTimeout
    this.#isFirst = false
    let at = this.#owed
    while (at < bytes.length && !this.#isLeft) {
      if (this.#read(bytes, at, bytes.length)) at = this.#reader.end
      else this.#leave('not ordinary')
    }
    this.#owed = at - bytes.length
    this.#isGiving = true
    const mayFollow = this.socket.push(bytes)
    this.#isGiving = false
    return mayFollow
  }

  /** Takes several messages, each in the asynchronous context in which they arrived, and leaves to Node what is not whole. */
  #takeAll(bytes: Buffer): boolean {
    const arrival = new AsyncResource('espalier.lane')
    let at = 0
    while (at < bytes.length) {
      if (this.#isGiving || !this.#read(bytes, at, bytes.length)) this.#leave('not ordinary')
      if (this.#isLeft || isHeld(this.socket)) return this.socket.push(bytes.subarray(at))
      // A handler of the message before may have changed who listens.
      if (!this.#gate.isAlone) return this.#follow(bytes.subarray(at))
      const { end } = this.#reader
      if (end > bytes.length) {
        this.#owed = end - bytes.length
        return this.socket.push(bytes.subarray(at))
      }
      arrival.runInAsyncScope(this.#take, this, bytes)
      at = end
    }
    return true
  }

  #takeBody(bytes: Buffer): Buffer | null {
    const { bodyStart, end } = this.#reader
    return end > bodyStart ? Buffer.from(bytes.subarray(bodyStart, end)) : null
  }

  /** Gives the message that was read last to the server, as Node's parser does. */
  #take(bytes: Buffer): void {
    this.#keptFor = this.persistence._keepAliveTimeout
    const { method, target, fields } = this.#reader
    this.#give(this.createRequest(method, target, fields.pairs), this.#takeBody(bytes))
    const { socket } = this
    if (socket._paused !== true && socket.readable) socket.resume()
  }

  /** Gives the message that was read last to the app itself. */
  #pass(bytes: Buffer): void {
    const { method, target, fields } = this.#reader
    const { socket } = this
    const body = this.#takeBody(bytes)
    const exchange = new LaneTransport(this, method, target, fields, body)
    this.#running = exchange
    socket._httpMessage = exchange
    this.#idle = socket.timeout ?? 0
    if (body === null || body.length > longestWaiting) this.#begin(exchange)
    else {
      this.#waiting = exchange
      setImmediate(this.#beginWaiting)
    }
  }

  readonly #beginWaiting = (): void => {
    const exchange = this.#waiting
    this.#waiting = null
    if (exchange !== null) this.#begin(exchange)
  }

  #begin(exchange: LaneTransport): void {
    const { socket } = this
    this.#isGiving = true
    this.#gate.enter?.(exchange)
    this.#isGiving = false
    if (this.#given !== null) {
      handOnRest(this.#given)
      this.#given = null
    }
    // The time between two messages does not run while one is answered; one that the app has set does.
    if (this.#running !== null && this.#idle !== 0 && socket.timeout === this.#idle)
      socket.setTimeout(this.#gate.timeout)
    if (socket.readableFlowing !== true && socket._paused !== true && socket.readable) socket.resume()
  }

  release(): void {
    const { socket } = this
    this.#running = null
    socket._httpMessage = null
    if ((socket.timeout ?? 0) !== this.#idle) socket.setTimeout(this.#idle)
  }

  readonly #joinRunning = (): void => {
    this.#beginWaiting()
    this.#running?.join()
  }

  createRequest(method: string, target: string, fields: readonly string[]): LightRequest {
    const request = createWholeRequest(this.socket, { method, target, fields: [...fields] })
    request.joinDuplicateHeaders = (this.#gate.joins || this.#parser.joinDuplicateHeaders) as boolean
    return request
  }

  join(request: LightRequest, body: Buffer | null): ServerResponse | null {
    this.#running = null
    this.socket._httpMessage = null
    setRest(request, body)
    const isGiving = this.#isGiving
    const response = this.#gate.join(request, () => this.#hand(request, this.#onIncoming))
    // What follows the head comes behind the app's turn, whenever that asked for Node's objects.
    if (isGiving) this.#given = request
    else handOnRest(request)
    return response
  }

  /** Gives a request to the server, whose listener is the app's. */
  #give(request: LightRequest, body: Buffer | null): void {
    // The app may take the body as soon as it asks.
    setRest(request, body)
    this.#hand(request, this.#parser.onIncoming)
    handOnRest(request)
  }

  #hand(request: LightRequest, onIncoming: Parser['onIncoming']): void {
    const isGiving = this.#isGiving
    this.#isGiving = true
    this.#parser.incoming = request
    onIncoming.call(this.#parser, request, true)
    this.#isGiving = isGiving
  }
}

function copyOf(bytes: Buffer, size: number): Buffer {
  return Buffer.from(bytes.subarray(0, size))
}
