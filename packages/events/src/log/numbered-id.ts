/**
 * Ids of logs that number the events of a topic from 1 without a gap: `k3f9a2d1-17` is the 17th event.
 *
 * The prefix is random, and chosen at the first event of a topic. So an id of another topic, or of a log that was created again, is refused. A topic
 * without events has no prefix, so the id before its first event is `0`.
 */
import { randomBytes } from 'node:crypto'

const pattern = /^([0-9a-z]{8})-([1-9]\d{0,14})$/

export const createEpoch = (): string => randomBytes(4).toString('hex')

export const toId = (epoch: string, number: number): string => (number === 0 ? '0' : `${epoch}-${number}`)

/** Returns `undefined` if the text is not an id. */
export function numberIn(id: string): number | undefined {
  if (id === '0') return 0
  const digits = pattern.exec(id)?.[2]
  return digits === undefined ? undefined : Number(digits)
}

export const numberOf = (id: string, epoch: string): number | undefined =>
  id === '0' || id.startsWith(`${epoch}-`) ? numberIn(id) : undefined
