/** Caches the lines of response fields, because most responses of a process have the same fields. */

/** An application may make names from client input. */
const mostNames = 200
/** In characters. */
const longestValue = 1024

class Line {
  value: string
  /** Empty until the value comes twice in a row, because many values never do. */
  text = ''

  constructor(value: string) {
    this.value = value
  }
}

export class LineCache {
  readonly #lines = new Map<string, Line>()
  readonly #toText: (name: string, value: unknown) => string

  /** @param toText returns a value as it is sent, or throws if the field is invalid */
  constructor(toText: (name: string, value: unknown) => string) {
    this.#toText = toText
  }

  /** @throws the errors of `toText` */
  lineOf(name: string, value: unknown): string {
    const last = this.#lines.get(name)
    if (last !== undefined && last.value === value) {
      // V8 stores concatenated text as linked pieces. They are joined here once, and not by each response.
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
