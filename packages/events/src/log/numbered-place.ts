/**
 * Ids of logs that number the events of a topic from 1 without a gap: `k3f9a2d1-17`.
 *
 * The prefix is random, and chosen at the first event of a topic. So an id of another topic, or of a log that was recreated, is not mistaken for one of
 * this topic. The id before the first event is `0` for every topic, because it must be known before the topic exists.
 */
import { randomBytes } from 'node:crypto'

const pattern = /^([0-9a-z]{8})-([1-9]\d{0,14})$/

/** Makes the random prefix of a topic. */
export const createEpoch = (): string => randomBytes(4).toString('hex')

export const toPlace = (epoch: string, number: number): string => (number === 0 ? '0' : `${epoch}-${number}`)

/** Returns the number in an id of any topic; `undefined` if it is not an id. */
export function numberIn(place: string): number | undefined {
  if (place === '0') return 0
  const digits = pattern.exec(place)?.[2]
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the number in an id of this topic; `undefined` for any other. */
export const numberOf = (place: string, epoch: string): number | undefined =>
  place === '0' || place.startsWith(`${epoch}-`) ? numberIn(place) : undefined
