// The route option `wsHandler`, which an adopted plugin for WebSockets adds.
import type { Refusal } from './refusal.ts'

// Marks an app whose routes may have a `wsHandler`.
export interface TakingSockets<out Socket> {
  /** Exists only in types. */
  readonly ' socket': Socket
}

// The function for the WebSockets of a route. It gets the request that the route's handler would get.
export type SocketHandler<App, Request> =
  App extends TakingSockets<infer Socket>
    ? (this: App, socket: Socket, request: Request) => unknown
    : Refusal<"this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first">
