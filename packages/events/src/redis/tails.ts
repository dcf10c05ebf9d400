/**
 * Caches the newest events of topics from published messages. A read that starts after one of them needs no call. Each event contains the id before its
 * own. So after a lost message the cached chain ends, and the next read calls the server.
 */
import type { StoredEntry } from '../log/log.ts'

/** How many events of a topic are cached. */
const size = 100

export class Tails {
  /** Events by the id before them, the oldest first. */
  readonly #topics = new Map<string, Map<string, StoredEntry>>()

  enter(topic: string): void {
    if (!this.#topics.has(topic)) this.#topics.set(topic, new Map())
  }

  leave(topic: string): void {
    this.#topics.delete(topic)
  }

  /** @param message the message of `appendScript`: previous id, id, version, event and data, a line each; or empty for a large event */
  hear(topic: string, message: string): void {
    const tail = this.#topics.get(topic)
    const [before, id, version, event, ...rest] = message.split('\n')
    if (tail === undefined || before === undefined || id === undefined || event === undefined) return
    // JSON may have line breaks between its values.
    const data = rest.join('\n')
    tail.set(before, { id, event, version: Number(version), data })
    const [oldest] = tail.keys()
    if (tail.size > size && oldest !== undefined) tail.delete(oldest)
  }

  /** Returns the cached events after an id, at most `limit`. There may be more in the log. */
  behind(topic: string, place: string, limit: number): StoredEntry[] {
    const tail = this.#topics.get(topic)
    const found: StoredEntry[] = []
    for (let entry = tail?.get(place); entry !== undefined && found.length < limit; entry = tail?.get(entry.id))
      found.push(entry)
    return found
  }
}
