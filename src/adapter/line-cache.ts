/** Caches header lines as text, because most responses of a process repeat the same headers. */

/** The limit keeps the cache small if an application makes header names from client input. */
const mostNames = 200
/** In characters. */
const longestValue = 1024

class Line {
  value: string
  /** Empty until the same value comes twice in a row. Most values change with each response and need no cache. */
  text = ''

  constructor(value: string) {
    this.value = value
  }
}

export class LineCache {
  readonly #lines = new Map<string, Line>()
  readonly #toText: (name: string, value: unknown) => string

  /** @param toText converts a value to the text that is sent, or throws if the field is invalid */
  constructor(toText: (name: string, value: unknown) => string) {
    this.#toText = toText
  }

  /** @throws the errors of `toText` */
  lineOf(name: string, value: unknown): string {
    const last = this.#lines.get(name)
    if (last !== undefined && last.value === value) {
      // V8 stores concatenated strings as linked pieces, and each response would join them again. The conversion joins them once.
      if (last.text === '') last.text = Buffer.from(this.#render(name, value)).toString()
      return last.text
    }
    const line = this.#render(name, value)
    if (typeof value === 'string' && value.length <= longestValue) this.#keep(name, value, last)
    return line
  }

  #render(name: string, value: unknown): string {
    return `${name}: ${this.#toText(name, value)}\r\n`
  }

  #keep(name: string, value: string, last: Line | undefined): void {
    if (last !== undefined) {
      last.value = value
      last.text = ''
    } else if (this.#lines.size < mostNames) this.#lines.set(name, new Line(value))
  }
}
