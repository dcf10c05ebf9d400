// Routes that take sockets: `wsHandler` of a plugin that was adopted with it.
import type { Refusal } from './refusal.ts'

/** The mark of apps whose routes take sockets. */
export interface TakingSockets<out Socket> {
  /** For the compiler alone; not there at run time. */
  readonly ' socket': Socket
}

/** The function that takes the sockets of a route, with the request that its handler would have. */
export type SocketHandler<App, Request> =
  App extends TakingSockets<infer Socket>
    ? (this: App, socket: Socket, request: Request) => unknown
    : Refusal<"this context takes no sockets: register adopt(websocket, { route: ['wsHandler'] }) first">
