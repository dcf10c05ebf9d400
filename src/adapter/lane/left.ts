/** Tells which connections the lane leaves to Node, and why: subscribers of the channel `espalier.lane.fallback` hear of each, once. */
import { channel } from 'node:diagnostics_channel'

export type Cause =
  /** Something watches Node's own classes or channels, so every message is Node's own. */
  | 'watched'
  /** Another listener is on the server or the socket, or on the end of the connection. */
  | 'listened to'
  /** A message that is not ordinary, or that has not arrived as a whole. */
  | 'not ordinary'
  /** An exchange needed Node's objects. */
  | 'objects'
  /** Another message arrived while one was being answered. */
  | 'pipelined'
  /** The client does not take its answers. */
  | 'slow'
  /** The server counts requests, joins fields, or bounds or opens its connections otherwise. */
  | 'settings'
  /** The connection failed, was idle for too long, or ended while its request was being answered. */
  | 'ended'
  /** The connection is carried by something else than a socket. */
  | 'unknown'

export interface LaneLeft {
  readonly cause: Cause
}

const left = channel('espalier.lane.fallback')

export function tellLeft(cause: Cause): void {
  if (left.hasSubscribers) left.publish({ cause } satisfies LaneLeft)
}
