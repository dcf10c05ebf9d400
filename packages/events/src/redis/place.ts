/** The ids of the Redis log, and the chain of its entries, each of which refers to the one before. */
import { randomInt } from 'node:crypto'
import { EventLogError } from '../log/error.ts'
import type { StoredEntry } from '../log/log.ts'

const pattern = /^(\d{1,15}-\d{1,15})-[0-9a-z]{8}$/

/** Returns the Redis stream id in an id of the log; `undefined` if it is not one. */
export const toStreamId = (place: string): string | undefined => (place === '0' ? '0-0' : pattern.exec(place)?.[1])

const wordCount = 36 ** 8

/** Generates words of eight letters and digits. They count up from a random start, because a random one for each event would cost 15 µs. */
export class Words {
  #next = randomInt(wordCount)

  draw(): string {
    this.#next = (this.#next + 1) % wordCount
    return this.#next.toString(36).padStart(8, '0')
  }
}

/**
 * Returns the entries up to the first one that does not refer to its predecessor: events are missing before that one.
 *
 * @param found entries of a stream in the server's form: an id, and names and values of fields
 * @throws EventLogError ESP_ERR_EVENT_ENGINE when another program has written to the stream
 */
export function linkedBehind(place: string, found: readonly unknown[]): StoredEntry[] {
  const linked: StoredEntry[] = []
  let last = place
  for (const one of found) {
    const [id, fields] = one as [unknown, readonly unknown[]]
    const [, before, name, word, , event, , version, , data] = fields.map(String)
    if (name !== 'word' || event === undefined || data === undefined)
      throw new EventLogError(
        'ESP_ERR_EVENT_ENGINE',
        `The stream has an entry ${id} that no log has written. Give the log a prefix of its own.`
      )
    if (before !== last) break
    last = `${id}-${word}`
    linked.push({ id: last, event, version: Number(version), data })
  }
  return linked
}
