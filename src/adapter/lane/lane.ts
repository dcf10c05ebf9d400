/**
 * One connection of Node's server whose ordinary messages are read here instead of by Node's parser.
 *
 * The lane takes only what has arrived whole and is ordinary (`read.ts`), between two messages, and gives it to Node's server where its parser
 * would have: so turns, timeouts, limits, channels and every end of a connection are Node's own. The first message of a connection is Node's, which
 * tells its server that the connection is in use, and so is the body of a message whose head is whole. The first message that is anything else
 * leaves the connection to Node for good, with its parser.
 */
import { AsyncResource } from 'node:async_hooks'
import type { Server } from 'node:http'
import { createWholeRequest, handOnRest, setRest, watched } from '../light/index.ts'
import { type Cause, tellLeft } from './left.ts'
import type { HttpSocket, Parser } from './node-socket.ts'
import { Reader } from './read.ts'

type OnData = (...args: unknown[]) => void

export class Lane {
  readonly #server: Server
  readonly #socket: HttpSocket
  readonly #parser: Parser
  readonly #reader: Reader
  /** Node's own, which feeds the parser. */
  readonly #onData: OnData
  #isFirst = true
  #isLeft = false
  /** True while a request is given to the server; it stays so when that throws. */
  #isGiving = false
  /** How many bytes of a message that Node reads are to come. */
  #owed = 0

  constructor(server: Server, socket: HttpSocket, limit: number) {
    this.#server = server
    this.#socket = socket
    this.#parser = socket.parser as Parser
    this.#onData = socket.rawListeners('data')[0] as OnData
    this.#reader = new Reader(limit)
  }

  /** Takes what has arrived, which is gone from the buffer afterwards; false when no more is to come for now. */
  receive(bytes: Buffer, size: number): boolean {
    if (!this.#isLeft && this.#isFree()) {
      if (this.#isFirst || this.#owed > 0) return this.#follow(copyOf(bytes, size))
      if (this.#read(bytes, 0, size)) {
        if (this.#reader.end !== size) return this.#takeAll(copyOf(bytes, size))
        this.#take(bytes)
        return true
      }
      this.#leave('not ordinary')
    }
    return this.#socket.push(copyOf(bytes, size))
  }

  /** Whether nothing but Node's own listener waits for bytes. */
  #isFree(): boolean {
    if (watched) return this.#leave('watched')
    const socket = this.#socket
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

  #leave(cause: Cause): false {
    this.#isLeft = true
    tellLeft(cause)
    return false
  }

  #read(bytes: Buffer, from: number, to: number): boolean {
    if (!this.#reader.read(bytes, from, to)) return false
    const { maxHeaderPairs } = this.#parser
    return maxHeaderPairs <= 0 || this.#reader.fields.length <= maxHeaderPairs
  }

  /** Leaves to Node what it has to read, and finds where that ends. */
  #follow(bytes: Buffer): boolean {
    this.#isFirst = false
    let at = this.#owed
    while (at < bytes.length && !this.#isLeft) {
      if (this.#read(bytes, at, bytes.length)) at = this.#reader.end
      else this.#leave('not ordinary')
    }
    this.#owed = at - bytes.length
    return this.#socket.push(bytes)
  }

  /** Takes several messages, each in the asynchronous context in which they arrived, and leaves to Node what is not whole. */
  #takeAll(bytes: Buffer): boolean {
    const arrival = new AsyncResource('espalier.lane')
    let at = 0
    while (at < bytes.length) {
      if (this.#isGiving || !this.#read(bytes, at, bytes.length)) this.#leave('not ordinary')
      if (this.#isLeft) return this.#socket.push(bytes.subarray(at))
      const { end } = this.#reader
      if (end > bytes.length) {
        this.#owed = end - bytes.length
        return this.#socket.push(bytes.subarray(at))
      }
      arrival.runInAsyncScope(this.#take, this, bytes)
      at = end
    }
    return true
  }

  /** Gives the message that was read last to the server, as Node's parser does. */
  #take(bytes: Buffer): void {
    const { bodyStart, end } = this.#reader
    const body = end > bodyStart ? Buffer.from(bytes.subarray(bodyStart, end)) : null
    const request = createWholeRequest(this.#socket, this.#reader)
    const joins = (this.#server as { readonly joinDuplicateHeaders?: boolean }).joinDuplicateHeaders
    request.joinDuplicateHeaders = (joins || this.#parser.joinDuplicateHeaders) as boolean
    // The app may take the body as soon as it asks. Behind it another listener would come too late for what is Node's to tell.
    const isAlone = this.#server.listenerCount('request') === 1
    if (isAlone) setRest(request, body)
    this.#isGiving = true
    this.#parser.incoming = request
    this.#parser.onIncoming(request, true)
    if (!isAlone) setRest(request, body)
    handOnRest(request)
    const socket = this.#socket
    if (socket._paused !== true && socket.readable) socket.resume()
    this.#isGiving = false
  }
}

function copyOf(bytes: Buffer, size: number): Buffer {
  return Buffer.from(bytes.subarray(0, size))
}
