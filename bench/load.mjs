// The load: keep-alive connections over bare sockets, one request at a time on each, no pipelining.
//
// The first answer on a connection is read with care. Every later one has to have its length and its status, or the run fails:
// a server that begins to answer something else is never measured doing so.
import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { Http2Connection } from './http2-connection.mjs'
import { toBytes } from './scenario.mjs'
import { asClient } from './tls.mjs'

const statusStart = 'HTTP/1.1 '.length

export class Load {
  #connections

  /** Opens `count` connections that take the requests in turn, as `toRequest` makes them: over TLS or HTTP/2, or for so many requests each, where `carrier` says so. */
  static async open(port, requests, count, carrier = {}) {
    const load = new Load()
    const opening = Array.from({ length: count }, (_, index) => {
      const request = requests[index % requests.length]
      return carrier.isHttp2 ? Http2Connection.open(port, request) : Connection.open(port, request, carrier)
    })
    load.#connections = await Promise.all(opening)
    return load
  }

  /** Sends for some milliseconds, then waits for what is under way; resolves to the number of requests answered. */
  runFor(milliseconds) {
    let isOver = false
    setTimeout(() => {
      isOver = true
    }, milliseconds)
    return this.#run(() => !isOver)
  }

  /** Sends so many requests in all; resolves to the number answered. */
  runTimes(requests) {
    let left = requests
    return this.#run(() => left-- > 0)
  }

  async #run(wantsMore) {
    const counts = await Promise.all(this.#connections.map((connection) => connection.run(wantsMore)))
    return counts.reduce((sum, count) => sum + count, 0)
  }

  close() {
    for (const connection of this.#connections) connection.close()
  }
}

class Connection {
  #socket
  #open
  #perConnection
  #request
  #length
  #status
  #received = 0
  #answered = 0
  #onConnection = 1
  #wantsMore
  #settle

  static async open(port, request, { perConnection = Number.POSITIVE_INFINITY, isTls = false }) {
    const connection = new Connection()
    connection.#request = request
    connection.#perConnection = perConnection
    connection.#open = () => openSocket(port, isTls)
    connection.#socket = connection.#open()
    const first = await firstAnswer(connection.#socket, request)
    connection.#length = first.length
    connection.#status = first.subarray(statusStart, statusStart + 3).toString('latin1')
    connection.#listen()
    return connection
  }

  #listen() {
    const socket = this.#socket
    const lose = (error) => {
      if (socket === this.#socket) this.#settle?.reject(error ?? new Error('the server closed a connection'))
    }
    socket.on('data', (chunk) => this.#receive(chunk)).on('error', lose)
    socket.on('close', () => lose())
  }

  /** Leaves a connection that has had its requests. */
  #renew() {
    const before = this.#socket
    this.#socket = this.#open()
    this.#onConnection = 0
    this.#listen()
    before.end()
  }

  run(wantsMore) {
    this.#wantsMore = wantsMore
    this.#answered = 0
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
      if (this.#socket.destroyed) reject(new Error('the server closed a connection that was idle'))
      else this.#next()
    })
  }

  #next() {
    if (!this.#wantsMore()) return this.#settle.resolve(this.#answered)
    if (this.#onConnection >= this.#perConnection) this.#renew()
    this.#onConnection++
    this.#socket.write(this.#request)
  }

  #receive(chunk) {
    if (this.#received === 0 && chunk.latin1Slice(statusStart, statusStart + 3) !== this.#status) {
      return this.#settle.reject(new Error(`an answer had another status than the first: ${chunk.latin1Slice(0, 40)}`))
    }
    this.#received += chunk.length
    if (this.#received < this.#length) return
    if (this.#received > this.#length) return this.#settle.reject(new Error('an answer was longer than the first'))
    this.#received = 0
    this.#answered++
    this.#next()
  }

  close() {
    this.#settle = undefined
    this.#socket.destroy()
  }
}

/** Returns a request as connections of a carrier take it: bytes, except over HTTP/2. */
export function toRequest({ request, carrier }) {
  return carrier?.isHttp2 ? request : toBytes(request)
}

/** Opens a connection, over TLS where that is asked. */
export function openSocket(port, isTls = false) {
  const to = { port, host: '127.0.0.1', noDelay: true }
  return isTls ? connectTls({ ...asClient, ...to }) : connect(to)
}

/** Sends a request and resolves to the bytes of its whole answer. */
export function firstAnswer(socket, request) {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const receive = (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      if (!isComplete(bytes)) return
      socket.removeAllListeners()
      resolve(bytes)
    }
    socket.on('data', receive)
    socket.on('error', reject)
    socket.on('close', () => reject(new Error('the server closed the connection instead of answering')))
    socket.write(request)
  })
}

function isComplete(bytes) {
  const { head, body } = split(bytes)
  if (head === undefined) return false
  const length = headerOf(head, 'content-length')
  if (length !== undefined) return body.length >= Number(length)
  return body.subarray(-5).latin1Slice() === '0\r\n\r\n'
}

function split(bytes) {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return {}
  return { head: bytes.latin1Slice(0, end), body: bytes.subarray(end + 4) }
}

function headerOf(head, name) {
  return new RegExp(`^${name}: *([^\r\n]*)`, 'im').exec(head)?.[1]
}

/** What an answer says: its status, media type, framing and body. */
export function readAnswer(bytes) {
  const { head, body } = split(bytes)
  const isChunked = headerOf(head, 'content-length') === undefined
  return {
    status: Number(head.slice(statusStart, statusStart + 3)),
    type: headerOf(head, 'content-type'),
    isChunked,
    body: isChunked ? joinChunks(body) : body.toString()
  }
}

function joinChunks(bytes) {
  const chunks = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.latin1Slice(at, end), 16)
    if (size === 0) return Buffer.concat(chunks).toString()
    chunks.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
