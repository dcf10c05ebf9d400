/**
 * Finds equal items of an array, for `uniqueItems`. Ajv compares every pair of objects: a body of one megabyte could block the process for minutes.
 */

/** Counts listing the names of a large object as work. @throws RangeError when the validation has cost too much */
export type CountNames = (names: number) => void

export function findDuplicate(
  items: readonly unknown[],
  countNames?: CountNames
): [later: number, earlier: number] | undefined {
  const primitives = new Map<unknown, number>()
  const structures: number[] = []
  let found: [number, number] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (typeof item === 'object' && item !== null) {
      structures.push(index)
      continue
    }
    const earlier = primitives.get(item)
    if (earlier !== undefined) found = [index, earlier]
    primitives.set(item, index)
  }
  const equal = structures.length > 1 ? new Comparison(items, countNames).findEqual(structures) : undefined
  return found === undefined || (equal !== undefined && equal[0] > found[0]) ? equal : found
}

const firstRoom = 32
/** For objects with more names, the list of names is cached, because listing is slow. */
const manyNames = 1000

/**
 * Compares the JSON texts of items. It serializes only the first characters, and more only for items whose texts are equal so far. So a large item
 * beside small ones is never serialized completely, and nested lists take n log n time in all. Listing the names of a large object still costs its
 * size, which counts as work of the validation (validation-work.ts).
 */
class Comparison {
  readonly #items: readonly unknown[]
  readonly #countNames: CountNames | undefined
  readonly #listed = new Map<object, string[]>()

  constructor(items: readonly unknown[], countNames: CountNames | undefined) {
    this.#items = items
    this.#countNames = countNames
  }

  findEqual(indices: number[]): [later: number, earlier: number] | undefined {
    let found: [number, number] | undefined
    let alike = [indices]
    for (let room = firstRoom; alike.length > 0; room *= 4) {
      const stillAlike: number[][] = []
      for (const group of alike) {
        for (const [text, members] of this.#groupByStart(group, room)) {
          const [earlier, later] = members.slice(-2) as [number, number?]
          if (later === undefined) continue
          if (text.length > room) stillAlike.push(members)
          else if (found === undefined || later > found[0]) found = [later, earlier]
        }
      }
      alike = stillAlike
    }
    return found
  }

  #groupByStart(indices: readonly number[], room: number): Map<string, number[]> {
    const groups = new Map<string, number[]>()
    for (const index of indices) {
      const text = this.#startOfText(this.#items[index], room)
      const members = groups.get(text)
      if (members === undefined) groups.set(text, [index])
      else members.push(index)
    }
    return groups
  }

  /**
   * Returns the first `room` characters of a value's canonical text, and one more if the text is longer. Values that are equal as JSON have the same
   * text: `{ a, b }` and `{ b, a }`, `0` and `-0`. Length prefixes and commas guarantee that different values have different texts.
   */
  #startOfText(value: unknown, room: number): string {
    const open: Opened[] = []
    let text = ''
    for (let next = value; ; next = open.at(-1)?.take()) {
      if (typeof next === 'string') text += `"${next.length}:${next.slice(0, room)}`
      else if (typeof next !== 'object' || next === null) text += `${next},`
      else {
        const names = Array.isArray(next) ? undefined : this.#namesOf(next)
        const opened = new Opened(next, names)
        text += `${names === undefined ? '[' : '{'}${opened.size},`
        if (opened.size > room) return text.padEnd(room + 1)
        open.push(opened)
      }
      while (open.at(-1)?.isDone) open.pop()
      if (text.length > room || open.length === 0) return text.slice(0, room + 1)
    }
  }

  #namesOf(object: object): string[] {
    const known = this.#listed.get(object)
    if (known !== undefined) return known
    const names = Object.keys(object)
    if (names.length > manyNames) {
      this.#countNames?.(names.length)
      this.#listed.set(object, names)
    }
    return names
  }
}

/** An iterator over the items of an array. For an object, it returns each name in sorted order, followed by the value. */
class Opened {
  readonly size: number
  #names: string[] | undefined
  readonly #values: Readonly<Record<string, unknown>> | readonly unknown[]
  #at = 0

  constructor(value: object, names: string[] | undefined) {
    this.#values = value as Readonly<Record<string, unknown>>
    this.#names = names
    this.size = names === undefined ? (value as readonly unknown[]).length : 2 * names.length
  }

  get isDone(): boolean {
    return this.#at === this.size
  }

  take(): unknown {
    const at = this.#at++
    if (this.#names === undefined) return (this.#values as readonly unknown[])[at]
    if (at === 0) this.#names = this.#inOrder(this.#names)
    const name = this.#names[at >> 1] as string
    return at % 2 === 0 ? name : (this.#values as Readonly<Record<string, unknown>>)[name]
  }

  /** Puts names with primitive values first, because they often show a difference before nested values are read. */
  #inOrder(names: string[]): string[] {
    const values = this.#values as Readonly<Record<string, unknown>>
    const isStructure = (name: string) => typeof values[name] === 'object' && values[name] !== null
    names.sort()
    if (!names.some(isStructure)) return names
    return [...names.filter((name) => !isStructure(name)), ...names.filter(isStructure)]
  }
}
