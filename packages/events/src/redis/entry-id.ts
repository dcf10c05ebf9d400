import { randomInt } from 'node:crypto'
import { EventLogError } from '../log/error.ts'
import type { StoredEntry } from '../log/log.ts'

const pattern = /^(\d{1,15}-\d{1,15})-[0-9a-z]{8}$/

/**
 * Returns the id in the Redis stream: `1764322646123-0` for the event id `1764322646123-0-k3f9a2d1`. Returns `undefined` if the text is not an event
 * id.
 */
export const toStreamId = (id: string): string | undefined => (id === '0' ? '0-0' : pattern.exec(id)?.[1])

const wordCount = 36 ** 8

/** Makes the last part of event ids: eight letters and digits, counted up from a random start. A random suffix for each event would cost 15 µs. */
export class IdSuffixes {
  #next = randomInt(wordCount)

  draw(): string {
    this.#next = (this.#next + 1) % wordCount
    return this.#next.toString(36).padStart(8, '0')
  }
}

/**
 * Each entry contains the id of the previous entry. If an entry names another id than the entry before it, entries are missing. Returns the entries
 * before that gap.
 *
 * @param found entries as the server returns them: a stream id, and a list of alternating names and values
 * @throws EventLogError ESP_ERR_EVENT_ENGINE when another program has written to the stream
 */
export function entriesAfter(id: string, found: readonly unknown[]): StoredEntry[] {
  const linked: StoredEntry[] = []
  let last = id
  for (const one of found) {
    const [streamId, fields] = one as [unknown, readonly unknown[]]
    const [, before, name, word, , event, , version, , data] = fields.map(String)
    if (name !== 'word' || event === undefined || data === undefined)
      throw new EventLogError(
        'ESP_ERR_EVENT_ENGINE',
        `The stream has an entry ${streamId} that no log has written. Give the log a prefix of its own.`
      )
    if (before !== last) break
    last = `${streamId}-${word}`
    linked.push({ id: last, event, version: Number(version), data })
  }
  return linked
}
