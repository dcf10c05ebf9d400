/** Returns the wanted name if it is free, or the first free name with a number appended, from 2 on. */
export function freeName(wanted: string, isTaken: (name: string) => boolean): string {
  let name = wanted
  for (let count = 2; isTaken(name); count++) name = `${wanted}${count}`
  return name
}

/** A second `get` becomes `get2`. The last number of each name is kept, because counting from 2 again would be slow for thousands of equal names. */
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
