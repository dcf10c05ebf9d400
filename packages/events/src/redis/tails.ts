/**
 * Caches the newest events of topics from published messages, so that most reads need no call of the server. Each event contains the id of the
 * previous event. If a message is lost, the chain of cached events ends before the gap, and the next read calls the server.
 */
import type { StoredEntry } from '../log/log.ts'

/** How many events of a topic are cached. */
const size = 100

export class Tails {
  /** For each topic, its cached events, oldest first. The key of an event is the id of the previous event. */
  readonly #topics = new Map<string, Map<string, StoredEntry>>()

  enter(topic: string): void {
    if (!this.#topics.has(topic)) this.#topics.set(topic, new Map())
  }

  leave(topic: string): void {
    this.#topics.delete(topic)
  }

  /** @param message the message of `appendScript`: previous id, id, version, event and data, a line each; or empty for a large event */
  receive(topic: string, message: string): void {
    const tail = this.#topics.get(topic)
    const [before, id, version, event, ...rest] = message.split('\n')
    if (tail === undefined || before === undefined || id === undefined || event === undefined) return
    // The data is the rest of the message. It may have line breaks, because JSON allows line breaks between values.
    const data = rest.join('\n')
    tail.set(before, { id, event, version: Number(version), data })
    const [oldest] = tail.keys()
    if (tail.size > size && oldest !== undefined) tail.delete(oldest)
  }

  /** Returns at most `limit` cached events after an id. The log may have more. */
  after(topic: string, id: string, limit: number): StoredEntry[] {
    const tail = this.#topics.get(topic)
    const found: StoredEntry[] = []
    for (let entry = tail?.get(id); entry !== undefined && found.length < limit; entry = tail?.get(entry.id))
      found.push(entry)
    return found
  }
}
