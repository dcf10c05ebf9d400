/** The newest events of a topic, for all its streams. A stream finds its place by the id of the event behind which it reads. */
import type { StoredEntry } from '../log/log.ts'

export class Ring {
  readonly #size: number
  #entries: StoredEntry[] = []
  /** How many entries are behind an id, counted since the ring began. */
  #places: Map<string, number>
  /** The count before the first of the entries. */
  #first = 0
  #end: string

  /** @param start the place before the first entry */
  constructor(start: string, size: number) {
    this.#size = size
    this.#end = start
    this.#places = new Map([[start, 0]])
  }

  /** The place of the newest entry. */
  get end(): string {
    return this.#end
  }

  push(entries: readonly StoredEntry[]): void {
    for (const entry of entries) {
      this.#entries.push(entry)
      this.#places.set(entry.id, this.#first + this.#entries.length)
      this.#end = entry.id
    }
    if (this.#entries.length >= 2 * this.#size) this.#drop(this.#entries.length - this.#size)
  }

  /** Drops many at once, because each time moves those that stay. */
  #drop(count: number): void {
    this.#entries = this.#entries.slice(count)
    this.#first += count
    for (const [id, place] of this.#places) {
      if (place >= this.#first) break
      this.#places.delete(id)
    }
  }

  /** Returns the entries behind an id, at most `limit`; `undefined` where the ring does not have the id. */
  after(id: string, limit: number): readonly StoredEntry[] | undefined {
    const place = this.#places.get(id)
    return place === undefined ? undefined : this.#entries.slice(place - this.#first, place - this.#first + limit)
  }
}
