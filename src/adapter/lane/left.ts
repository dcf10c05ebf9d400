/** Tells which connections the lane leaves to Node, and why: subscribers of the channel `espalier.lane.fallback` hear of each, once. */
import { channel } from 'node:diagnostics_channel'

export type Cause =
  /** Somebody watches Node's own classes, so every message is Node's own. */
  | 'watched'
  /** Somebody listens to the socket, has paused it, or has put a listener before those of Node's server. */
  | 'listened to'
  /** A message that is not ordinary, or whose head has not arrived as a whole. */
  | 'not ordinary'
  /** This Node, or what carries the connection, has not what the lane leans on. */
  | 'unknown'

export interface LaneLeft {
  readonly cause: Cause
}

const left = channel('espalier.lane.fallback')

export function tellLeft(cause: Cause): void {
  if (left.hasSubscribers) left.publish({ cause } satisfies LaneLeft)
}
