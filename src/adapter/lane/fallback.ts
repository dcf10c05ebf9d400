/** Publishes on the diagnostics channel `espalier.lane.fallback` why Node's parser takes over a connection, once for each connection. */
import { channel } from 'node:diagnostics_channel'

export type FallbackCause =
  /** A tracer observes Node's HTTP classes or channels. */
  | 'watched'
  /** The server has another 'request' listener in front of the app's, or something else reads from the socket. */
  | 'listened to'
  /** The message needs Node's parser, such as a chunked body. Or its head is incomplete, or the rest of its body is long or late. */
  | 'not ordinary'
  /** The client sent a request before it got the previous response. */
  | 'pipelined'
  | 'slow'
  /** A server setting makes Node count requests, join repeated fields, or close connections at other times. */
  | 'settings'
  /** The connection failed, was idle for too long, or was closed by the client during a request. */
  | 'ended'
  /** The connection is not a `net.Socket`, or this version of Node does not accept the objects of `node-objects.ts`. */
  | 'unknown'

const fallback = channel('espalier.lane.fallback')

export function publishLaneFallback(cause: FallbackCause): void {
  if (fallback.hasSubscribers) fallback.publish({ cause })
}
