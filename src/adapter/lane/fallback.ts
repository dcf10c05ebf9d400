/** Publishes that the lane (`index.ts`) hands a connection to Node, and why: once for each connection, on the channel `espalier.lane.fallback`. */
import { channel } from 'node:diagnostics_channel'

export type FallbackCause =
  /** Something watches Node's HTTP classes or channels, so all messages must be Node's own. */
  | 'watched'
  /** Another 'request' listener is called before the app's or in its place, or another listener reads from the socket. */
  | 'listened to'
  /** A message that only Node's parser reads, or that has not arrived completely. */
  | 'not ordinary'
  /** Another message arrived while a request was in progress. */
  | 'pipelined'
  /** The client does not read its responses. */
  | 'slow'
  /** An option makes the server count requests, join fields, or end connections differently. */
  | 'settings'
  /** The connection failed, was idle for too long, or ended while its request was in progress. */
  | 'ended'
  /** The connection is not a `net.Socket`, or Node's server does not accept a request and response from `node-objects.ts`. */
  | 'unknown'

export interface LaneFallback {
  readonly cause: FallbackCause
}

const fallback = channel('espalier.lane.fallback')

export function publishLaneFallback(cause: FallbackCause): void {
  if (fallback.hasSubscribers) fallback.publish({ cause } satisfies LaneFallback)
}
