// The route option `wsHandler`, which an adopted plugin for WebSockets adds.
import type { Refusal } from './refusal.ts'

export interface TakingSockets<out Socket> {
  /** Exists only in types. */
  readonly ' socket': Socket
}

export type SocketHandler<App, Request> =
  App extends TakingSockets<infer Socket>
    ? (this: App, socket: Socket, request: Request) => unknown
    : Refusal<"this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first">
