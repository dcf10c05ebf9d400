import { randomInt } from 'node:crypto'
import { EventLogError } from '../log/error.ts'
import type { StoredEntry } from '../log/log.ts'

const pattern = /^(\d{1,15}-\d{1,15})-[0-9a-z]{8}$/

/** Returns `1764322646123-0` for the id `1764322646123-0-k3f9a2d1`. `undefined` if the text is not an id. */
export const toStreamId = (id: string): string | undefined => (id === '0' ? '0-0' : pattern.exec(id)?.[1])

const wordCount = 36 ** 8

/** The last part of ids: eight letters and digits, counted up from a random start. A random part would cost 15 µs for each event. */
export class IdSuffixes {
  #next = randomInt(wordCount)

  draw(): string {
    this.#next = (this.#next + 1) % wordCount
    return this.#next.toString(36).padStart(8, '0')
  }
}

/**
 * Each entry contains the id of the previous entry. Returns the entries before the first gap, at which this id differs.
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
