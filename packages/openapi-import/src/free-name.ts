/** Returns the wanted name, or the first free name among `name2`, `name3` and so on. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let count = 2; isTaken(name); count++) name = `${wanted}${count}`
  return name
}

/** Stores the last number that was appended to each name. Searching from 2 each time would take quadratic time for ten thousand equal names. */
export class FreeNames {
  readonly #taken: Set<string>
  readonly #counts = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  take(wanted: string): string {
    let count = this.#counts.get(wanted) ?? 1
    let name = wanted
    while (this.#taken.has(name)) name = `${wanted}${++count}`
    this.#counts.set(wanted, count)
    this.#taken.add(name)
    return name
  }
}
