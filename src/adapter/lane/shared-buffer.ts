/**
 * The buffer into which the sockets of all connections are read. Otherwise Node allocates 64 KB for each read, and passes the bytes through a stream.
 * The next read overwrites it, and with TLS even a write may read. So bytes are decoded or copied before any code of the app runs.
 *
 * Node documents such a buffer as option `onread` of sockets that connect to a server. Sockets that a server has accepted need internals of Node: two
 * symbols under which a socket keeps the option, and `useUserBuffer` of its handle. If one is missing, the bytes arrive as 'data' events.
 *
 * A GET costs 0.70 of `node:http` without the buffer, and 0.54 with it.
 */
import { Socket } from 'node:net'
import { inspect } from 'node:util'

/** In bytes. Node's own reads have the same limit. */
const size = 65_536

/** Is called on the socket. Returns whether the socket continues to read. */
type OnRead = (this: unknown, size: number, shared: Buffer) => boolean

interface Internals {
  readonly _handle?: { useUserBuffer?(buffer: Buffer): void } | null
  [key: symbol]: unknown
}

const onread = { buffer: new Uint8Array(1), callback: () => true }
/** `@types/node` lacks the option. */
const NodeSocket: new (options: object) => Socket = Socket
const sample = new NodeSocket({ onread })
const keyOf = (value: unknown): symbol | undefined =>
  Object.getOwnPropertySymbols(sample).find((key) => Reflect.get(sample, key) === value)
const bufferKey = keyOf(onread.buffer)
const callbackKey = keyOf(onread.callback)

/** Created for the first connection. */
let shared: Buffer | null = null

/** A printed socket shows this buffer. It must not show the bytes of another client. */
const createBuffer = (): Buffer => Object.assign(Buffer.allocUnsafeSlow(size), { [inspect.custom]: () => 'shared' })

export function useSharedBuffer(socket: Socket, onRead: OnRead): void {
  const internals = socket as Socket & Internals
  const { _handle: handle } = internals
  if (bufferKey === undefined || callbackKey === undefined || typeof handle?.useUserBuffer !== 'function') return
  if (internals[bufferKey] !== null || internals[callbackKey] !== null) return
  shared ??= createBuffer()
  handle.useUserBuffer(shared)
  internals[bufferKey] = shared
  internals[callbackKey] = onRead
}

/** The copy has memory of its own, as the chunks that Node's sockets emit. */
export function copyShared(bytes: Buffer, length: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(length)
  bytes.copy(copy, 0, 0, length)
  return copy
}
