/** Caches the newest entries of a topic. A stream passes the id of the last entry that it has read, to get the entries after it. */
import type { StoredEntry } from '../log/log.ts'

export class Ring {
  readonly #size: number
  #entries: StoredEntry[] = []
  /** For each cached id, how many entries were pushed into the ring up to the entry with this id. */
  #counts: Map<string, number>
  #dropped = 0
  #end: string

  /** @param start the id before the first cached entry */
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
      this.#counts.set(entry.id, this.#dropped + this.#entries.length)
      this.#end = entry.id
    }
    if (this.#entries.length >= 2 * this.#size) this.#drop(this.#entries.length - this.#size)
  }

  /** Copies the remaining entries, which is slow. So it is called rarely, and drops many entries at once. */
  #drop(count: number): void {
    this.#entries = this.#entries.slice(count)
    this.#dropped += count
    for (const [id, count] of this.#counts) {
      if (count >= this.#dropped) break
      this.#counts.delete(id)
    }
  }

  /** Returns the entries after an id. Returns `undefined` if the id is unknown, or no longer cached. */
  after(id: string, limit: number): readonly StoredEntry[] | undefined {
    const count = this.#counts.get(id)
    return count === undefined ? undefined : this.#entries.slice(count - this.#dropped, count - this.#dropped + limit)
  }
}
