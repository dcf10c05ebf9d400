/** Publishes on the channel `espalier.lane.fallback` why a connection leaves the lane (`index.ts`), once for each connection. */
import { channel } from 'node:diagnostics_channel'

export type FallbackCause =
  /** Something watches Node's HTTP classes or channels. */
  | 'watched'
  /** Another 'request' listener precedes or replaces the app's, or another listener reads from the socket. */
  | 'listened to'
  /** Only Node's parser reads the message, or it has not arrived completely. */
  | 'not ordinary'
  /** A message arrived during a request. */
  | 'pipelined'
  | 'slow'
  /** The server counts requests, joins fields, or ends connections differently. */
  | 'settings'
  /** The connection failed, was idle for too long, or ended during a request. */
  | 'ended'
  /** The connection is not a `net.Socket`, or Node does not accept the objects of `node-objects.ts`. */
  | 'unknown'

const fallback = channel('espalier.lane.fallback')

export function publishLaneFallback(cause: FallbackCause): void {
  if (fallback.hasSubscribers) fallback.publish({ cause })
}
