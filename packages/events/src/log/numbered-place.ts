/**
 * Ids of logs that number the events of a topic from 1 without a gap: `k3f9a2d1-17`.
 *
 * The word in front is drawn when the topic begins. So an id of another topic, or of a log that was made anew, is not taken for a place of this one. The
 * place before the first event is `0` for every topic, because it has to be known before the topic begins.
 */
import { randomBytes } from 'node:crypto'

const pattern = /^([0-9a-z]{8})-([1-9]\d{0,14})$/

/** Draws the word of a topic. */
export const createEpoch = (): string => randomBytes(4).toString('hex')

export const toPlace = (epoch: string, number: number): string => (number === 0 ? '0' : `${epoch}-${number}`)

/** Returns the number of an id, of whichever topic; `undefined` where it is not an id. */
export function numberIn(place: string): number | undefined {
  if (place === '0') return 0
  const digits = pattern.exec(place)?.[2]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the number of an id; `undefined` where it is not one of this topic. */
export const numberOf = (place: string, epoch: string): number | undefined =>
  place === '0' || place.startsWith(`${epoch}-`) ? numberIn(place) : undefined
