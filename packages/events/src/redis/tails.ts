/**
 * Caches the newest events of topics from published messages, so that most reads need no call of the server. Each cached event names the previous
 * event. If a message is lost, the next event is not found, and the read calls the server.
 */
import type { StoredEntry } from '../log/log.ts'

const maxEvents = 100

export class Tails {
  /** For each topic, its events by the id of the previous event, oldest first. */
  readonly #topics = new Map<string, Map<string, StoredEntry>>()

  enter(topic: string): void {
    if (!this.#topics.has(topic)) this.#topics.set(topic, new Map())
  }

  leave(topic: string): void {
    this.#topics.delete(topic)
  }

  /** @param message a message that `appendScript` published: previous id, id, version, event and data, a line each; empty for a large event */
  receive(topic: string, message: string): void {
    const tail = this.#topics.get(topic)
    const [before, id, version, event, ...rest] = message.split('\n')
    if (tail === undefined || before === undefined || id === undefined || event === undefined) return
    // JSON may contain line breaks between values, so the data may have several lines.
    const data = rest.join('\n')
    tail.set(before, { id, event, version: Number(version), data })
    const [oldest] = tail.keys()
    if (tail.size > maxEvents && oldest !== undefined) tail.delete(oldest)
  }

  after(topic: string, id: string, limit: number): StoredEntry[] {
    const tail = this.#topics.get(topic)
    const found: StoredEntry[] = []
    for (let entry = tail?.get(id); entry !== undefined && found.length < limit; entry = tail?.get(entry.id))
      found.push(entry)
    return found
  }
}
