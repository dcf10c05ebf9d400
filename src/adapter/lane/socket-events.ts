/** Passes the bytes and events of a socket to its lane. All sockets share the listeners: separate closures would cost memory on every idle connection. */
import type { Socket } from 'node:net'
import { copyShared, useSharedBuffer } from './shared-buffer.ts'

export interface SocketReceiver {
  readonly isIdle: boolean
  readonly isUnused: boolean
  /** Returns false if it leaves the bytes to `receive`. @param shared has them in front, only during the call */
  receiveShared(shared: Buffer, size: number): boolean
  receive(bytes: Buffer): void
  end(): void
  drain(): void
  expire(): void
  close(hadError: unknown): void
  fallBackAt(event: string, ...values: unknown[]): void
}

const laneKey = Symbol('espalier.lane')

type LaneSocket = Socket & { [laneKey]?: SocketReceiver | undefined }

export function laneOf(socket: object): SocketReceiver | undefined {
  return (socket as LaneSocket)[laneKey]
}

type Listener = (...values: unknown[]) => void

const listeners: Readonly<Record<string, (this: LaneSocket, value: never) => void>> = {
  data(bytes: Buffer) {
    laneOf(this)?.receive(bytes)
  },
  end() {
    laneOf(this)?.end()
  },
  error(error: Error) {
    laneOf(this)?.fallBackAt('error', error)
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

export const socketEvents: readonly string[] = Object.keys(listeners)

/** Returns whether the socket continues to read. */
function receiveShared(this: unknown, size: number, shared: Buffer): boolean {
  const socket = this as LaneSocket
  return laneOf(socket)?.receiveShared(shared, size) === true || socket.push(copyShared(shared, size))
}

export function attach(socket: Socket, lane: SocketReceiver): void {
  ;(socket as LaneSocket)[laneKey] = lane
  for (const event of socketEvents) socket.on(event, listeners[event] as Listener)
  useSharedBuffer(socket, receiveShared)
}

/** Later bytes still come into the shared buffer, and are emitted as 'data'. */
export function detach(socket: Socket): void {
  // A deleted property would make every access to the socket slow.
  ;(socket as LaneSocket)[laneKey] = undefined
  for (const event of socketEvents) socket.off(event, listeners[event] as Listener)
}
