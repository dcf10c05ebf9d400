// Routes for sockets: `wsHandler`, of an adopted plugin.
import type { Refusal } from './refusal.ts'

/** The mark of apps whose routes may handle sockets. */
export interface TakingSockets<out Socket> {
  /** For the compiler only. */
  readonly ' socket': Socket
}

/** The function for the sockets of a route, with the request that its handler would get. */
export type SocketHandler<App, Request> =
  App extends TakingSockets<infer Socket>
    ? (this: App, socket: Socket, request: Request) => unknown
    : Refusal<"this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first">
