/** Publishes which connections the lane hands to Node, and why. Subscribers of the channel `espalier.lane.fallback` get each connection once. */
import { channel } from 'node:diagnostics_channel'

export type Cause =
  /** Something watches Node's own classes or channels, so every message is Node's own. */
  | 'watched'
  /** Another listener is on the server or the socket, or on the end of the connection. */
  | 'listened to'
  /** A message that is not ordinary, or that has not arrived completely. */
  | 'not ordinary'
  /** Another message arrived while a request was in progress. */
  | 'pipelined'
  /** The client does not read its responses. */
  | 'slow'
  /** The server has an option by which it counts requests, joins fields, or limits or accepts connections differently. */
  | 'settings'
  /** The connection failed, was idle for too long, or ended while its request was in progress. */
  | 'ended'
  /** The connection is not a plain socket, or Node's server does not take objects that are made here. */
  | 'unknown'

export interface LaneLeft {
  readonly cause: Cause
}

const left = channel('espalier.lane.fallback')

export function tellLeft(cause: Cause): void {
  if (left.hasSubscribers) left.publish({ cause } satisfies LaneLeft)
}
