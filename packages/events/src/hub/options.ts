/** The options of a hub with their validation and defaults, and its statistics. */
import { checkWhole, longestTimer } from '../log/check-whole.ts'

/** A topic whose log does not return in time. */
export interface Trouble {
  readonly topic: string
  /** `read`: readers of the topic get nothing new. `append`: a program waits for an append. `wake`: readers may be late by up to `every`. */
  readonly doing: 'read' | 'append' | 'wake'
  /** In milliseconds: how long this has lasted. */
  readonly ms: number
  /** The last error; `undefined` if the log is only slow. */
  readonly error?: unknown
}

export interface HubOptions {
  /** In milliseconds: how often each topic with readers is read, even without notifications. Default: 5000. */
  readonly every?: number
  /** How many of the newest events of each topic are cached. Streams further behind read the log. Default: 1000. */
  readonly ring?: number
  /** In milliseconds: the time limit of one call of the log. Default: 10,000. */
  readonly timeout?: number
  /**
   * In milliseconds: streams end when their log cannot be read for this time, so that clients reconnect elsewhere. Default:
   * 30,000.
   */
  readonly patience?: number
  /** In milliseconds: `onHeld` is called when the log has not returned for this time. Default: 2000. */
  readonly heldAfter?: number
  /** Called once when a read or an append takes longer than `heldAfter`, and when listening fails. */
  readonly onHeld?: (trouble: Trouble) => void
}

/** The statistics of a hub, for metrics. */
export interface HubStats {
  /** How many topics this process reads now. */
  readonly topics: number
  /** How many streams are open now. */
  readonly streams: number
  /** Calls of `read` since the hub was made. */
  readonly reads: number
  /** How many topics could not be read for longer than `heldAfter`, now. */
  readonly held: number
  /** How often `onHeld` was called, or would have been called without a callback. */
  readonly troubles: number
}

export type CheckedOptions = Required<Omit<HubOptions, 'onHeld'>> & Pick<HubOptions, 'onHeld'>

const defaults = { every: 5000, ring: 1000, timeout: 10_000, patience: 30_000, heldAfter: 2000 }

/** @throws RangeError when an option is not a whole number from 1 to 2147483647 */
export function checkOptions(given: HubOptions): CheckedOptions {
  const options = { ...defaults, ...given }
  const { every, ring, timeout, patience, heldAfter } = options
  checkWhole('createHub', { every, ring, timeout, patience, heldAfter }, { to: longestTimer })
  return options
}
