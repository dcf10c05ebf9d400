/**
 * A list whose entries leave in any order, for objects that live about as long as a request.
 *
 * A `Set` would make garbage collection expensive. When it rehashes, its old table keeps the entries of that time alive until a full collection.
 * Over HTTP/2 with a `Set` of the open streams, a collection of new objects took 11 ms. With this list it takes 1.6 ms (Node 24).
 */

interface Entry<Value> {
  readonly value: Value
  index: number
}

/** The index of an entry that was removed. */
const removed = -1

export class OpenList<Value> implements Iterable<Value> {
  readonly #entries: Entry<Value>[] = []

  /** Returns the function that removes the value. */
  add(value: Value): () => void {
    const entries = this.#entries
    const entry = { value, index: entries.length }
    entries.push(entry)
    return () => {
      const { index } = entry
      if (index === removed) return
      entry.index = removed
      const last = entries.pop() as Entry<Value>
      if (last === entry) return
      entries[index] = last
      last.index = index
    }
  }

  /** Iterates over the values of this moment: the caller may remove some. */
  [Symbol.iterator](): Iterator<Value> {
    return this.#entries.map(({ value }) => value).values()
  }
}
