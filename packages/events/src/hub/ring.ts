/** Caches the newest events of a topic for all its streams. A stream finds its position by the id of the last event that it has read. */
import type { StoredEntry } from '../log/log.ts'

export class Ring {
  readonly #size: number
  #entries: StoredEntry[] = []
  /** For each id: how many entries had been pushed when its entry was the newest. */
  #counts: Map<string, number>
  /** How many entries were pushed before the oldest cached entry. */
  #first = 0
  #end: string

  /** @param start the id before the first entry */
  constructor(start: string, size: number) {
    this.#size = size
    this.#end = start
    this.#counts = new Map([[start, 0]])
  }

  get end(): string {
    return this.#end
  }

  push(entries: readonly StoredEntry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#counts.set(entry.id, this.#first + this.#entries.length)
      this.#end = entry.id
    }
    if (this.#entries.length >= 2 * this.#size) this.#drop(this.#entries.length - this.#size)
  }

  /** Drops the oldest entries. Called rarely, for many at once, because it copies the entries that stay. */
  #drop(count: number): void {
    this.#entries = this.#entries.slice(count)
    this.#first += count
    for (const [id, count] of this.#counts) {
      if (count >= this.#first) break
      this.#counts.delete(id)
    }
  }

  /** Returns at most `limit` entries after an id; `undefined` if the id is no longer cached, or is unknown. */
  after(id: string, limit: number): readonly StoredEntry[] | undefined {
    const count = this.#counts.get(id)
    return count === undefined ? undefined : this.#entries.slice(count - this.#first, count - this.#first + limit)
  }
}
