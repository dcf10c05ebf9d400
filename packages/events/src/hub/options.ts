import { checkWhole, longestTimer } from '../log/check-whole.ts'

/** Describes a call of the log that takes too long or fails. */
export interface Trouble {
  readonly topic: string
  /** `read`: streams get no new events. `append`: the caller of `append` waits. `wake`: events are late by up to the option `every`. */
  readonly doing: 'read' | 'append' | 'wake'
  /** In milliseconds: how long the call has taken. */
  readonly ms: number
  /** The last error; `undefined` if the call has not failed. */
  readonly error?: unknown
}

export interface HubOptions {
  /** In milliseconds: how often the hub reads each topic with streams, even if the log sends no notification. Default: 5000. */
  readonly every?: number
  /** How many of the newest events of a topic the hub caches for its streams. Older events are read from the log. Default: 1000. */
  readonly ring?: number
  /** In milliseconds: the time limit of one call of the log. Default: 10,000. */
  readonly timeout?: number
  /** In milliseconds: if the log cannot be read for this time, streams are closed, so that clients reconnect to another process. Default: 30,000. */
  readonly disconnectAfter?: number
  /** In milliseconds: `onSlow` is called if a call of the log takes longer. Default: 2000. */
  readonly slowAfter?: number
  /** Called once for each read or append that takes longer than `slowAfter`, and when the log cannot listen for notifications. */
  readonly onSlow?: (trouble: Trouble) => void
}

/** Figures of a hub, for metrics. */
export interface HubStats {
  /** How many topics have streams. */
  readonly topics: number
  /** How many streams are open. */
  readonly streams: number
  /** How often the hub has called `read` of the log. */
  readonly reads: number
  /** How many topics wait now for a read that takes longer than `slowAfter`. */
  readonly slow: number
  /** How many calls of the log were slow or failed, even without `onSlow`. */
  readonly troubles: number
}

export type CheckedOptions = Required<Omit<HubOptions, 'onSlow'>> & Pick<HubOptions, 'onSlow'>

const defaults = { every: 5000, ring: 1000, timeout: 10_000, disconnectAfter: 30_000, slowAfter: 2000 }

/** @throws RangeError when an option is not a whole number from 1 to 2147483647 */
export function checkOptions(given: HubOptions): CheckedOptions {
  const options = { ...defaults, ...given }
  const { every, ring, timeout, disconnectAfter, slowAfter } = options
  checkWhole('createHub', { every, ring, timeout, disconnectAfter, slowAfter }, { to: longestTimer })
  return options
}
