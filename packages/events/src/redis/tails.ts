/**
 * The newest events of topics, as notices have brought them. A read that begins behind one of them needs no call. Each event names the place before its
 * own. So an event whose notice was lost ends what is known, and the next read asks the server.
 */
import type { StoredEntry } from '../log/log.ts'

/** The events of a topic that are known. */
const size = 100

export class Tails {
  /** Events by the places before them, the oldest first. */
  readonly #topics = new Map<string, Map<string, StoredEntry>>()

  enter(topic: string): void {
    if (!this.#topics.has(topic)) this.#topics.set(topic, new Map())
  }

  leave(topic: string): void {
    this.#topics.delete(topic)
  }

  /** @param message that of `appendScript`: place before, place, version, event and data, a line each; or nothing where the event is large */
  hear(topic: string, message: string): void {
    const tail = this.#topics.get(topic)
    const [before, id, version, event, ...rest] = message.split('\n')
    if (tail === undefined || before === undefined || id === undefined || event === undefined) return
    // JSON may have line ends between its values.
    const data = rest.join('\n')
    tail.set(before, { id, event, version: Number(version), data })
    const [oldest] = tail.keys()
    if (tail.size > size && oldest !== undefined) tail.delete(oldest)
  }

  /** Returns the events behind a place that are known, at most `limit`. There may be more. */
  behind(topic: string, place: string, limit: number): StoredEntry[] {
    const tail = this.#topics.get(topic)
    const found: StoredEntry[] = []
    for (let entry = tail?.get(place); entry !== undefined && found.length < limit; entry = tail?.get(entry.id))
      found.push(entry)
    return found
  }
}
