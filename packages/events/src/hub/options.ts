/** The options of a hub, checked and with their defaults, and the figures that it keeps. */
import { checkWhole, longestTimer } from '../log/check-whole.ts'

/** A topic whose log does not return in time. */
export interface Trouble {
  readonly topic: string
  /** `read`: readers of the topic get nothing new. `append`: a program waits. `wake`: readers are late by up to `every`. */
  readonly doing: 'read' | 'append' | 'wake'
  /** In milliseconds: how long it lasts by now. */
  readonly ms: number
  /** The last error; `undefined` where the log is only slow. */
  readonly error?: unknown
}

export interface HubOptions {
  /** In milliseconds: each topic with readers is read so often, however quiet. Default: 5000. */
  readonly every?: number
  /** The newest events of each topic that its streams share. Streams that are further behind read the log themselves. Default: 1000. */
  readonly ring?: number
  /** In milliseconds: how long one call of the log may take. Default: 10,000. */
  readonly timeout?: number
  /** In milliseconds: streams are cut off when their log could not be read for so long, so that their readers come back elsewhere. Default: 30,000. */
  readonly patience?: number
  /** In milliseconds: `onHeld` is called when a log does not return for so long. Default: 2000. */
  readonly heldAfter?: number
  /** Is called once when a topic cannot be read, or an append waits, for longer than `heldAfter`. Also once when wakes break. */
  readonly onHeld?: (trouble: Trouble) => void
}

/** The figures of a hub, for metrics. */
export interface HubStats {
  /** Topics that this process reads at the moment. */
  readonly topics: number
  /** Streams at the moment. */
  readonly streams: number
  /** Calls of `read` since the hub was made: those for all streams of a topic, and those of streams that are behind. */
  readonly reads: number
  /** Topics at the moment whose log could not be read for longer than `heldAfter`. */
  readonly held: number
  /** How often `onHeld` was called, or would have been. */
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
