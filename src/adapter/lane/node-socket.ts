/**
 * What the lane has to know of Node's own connections.
 *
 * Leans on: `onread` of `net.Socket`, by which bytes come in one buffer that all connections share, and on the names of what keeps it
 * (`kBuffer`, `kBufferCb`, `useUserBuffer`); on the parser that Node's server puts on a socket, which reads from the handle itself (`consume`) until
 * it is told to stop (`unconsume`), and whose `onIncoming` is where Node's server takes a request whose head has been read.
 */
import { Socket } from 'node:net'
import { isNodesOwn, nodeSymbol } from '../light/index.ts'

interface Handle {
  useUserBuffer(buffer: Uint8Array): void
}

export interface Parser {
  incoming: object | null
  _consumed: boolean
  readonly maxHeaderPairs: number
  readonly joinDuplicateHeaders?: boolean | null
  unconsume(): void
  onIncoming(request: object, shouldKeepAlive: boolean): void
}

const sample = new Socket()
const kBuffer = nodeSymbol(sample, 'kBuffer')
const kBufferCb = nodeSymbol(sample, 'kBufferCb')

export interface HttpSocket extends Socket {
  readonly _handle?: Handle | null
  readonly _paused?: boolean
  readonly parser?: Parser | null
  /** The message whose turn it is to be answered. */
  _httpMessage?: object | null
}

const { write } = Socket.prototype
const isWriteNodesOwn = isNodesOwn(write)

/** Whether nobody but Node sees what is written, so that bytes which were written whole are nobody's any more. */
export function isUnseen(socket: HttpSocket): boolean {
  return isWriteNodesOwn && socket.write === write
}

/** Where the bytes of all connections arrive; what is kept of them is copied. Made for the first connection. */
let shared: Buffer | null = null

/** Whether a connection is as Node's server makes it, and this Node one that the lane knows. */
export function isKnown(socket: HttpSocket): boolean {
  const { parser, _handle: handle } = socket
  return (
    socket instanceof Socket &&
    Reflect.get(socket, kBuffer) === null &&
    Reflect.get(socket, kBufferCb) === null &&
    typeof handle?.useUserBuffer === 'function' &&
    parser?._consumed === true &&
    parser.incoming === null &&
    typeof parser.unconsume === 'function' &&
    typeof parser.onIncoming === 'function' &&
    socket.listenerCount('data') === 1
  )
}

/** Has the bytes of a connection brought here instead of to its parser, from now on; the callback says whether more may come. */
export function takeBytes(socket: HttpSocket, onBytes: (bytes: Buffer, size: number) => boolean): void {
  shared ??= Buffer.allocUnsafeSlow(262_144)
  const buffer = shared
  const parser = socket.parser as Parser
  parser.unconsume()
  parser._consumed = false
  ;(socket._handle as Handle).useUserBuffer(buffer)
  Object.assign(socket, { [kBuffer]: buffer, [kBufferCb]: (size: number) => onBytes(buffer, size) })
}
