/** Reads a regular expression into the tree that pattern-safety.ts judges: single characters, sequences, choices, repetitions. */

/** What a repetition can be applied to. `source` of a character is an expression for one character: `a`, `\d`, `[^x]`. */
export type PatternNode =
  | { readonly kind: 'character'; readonly source: string }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repetition'; readonly body: PatternNode; readonly min: number; readonly max: number }

const empty: PatternNode = { kind: 'sequence', items: [] }

const opening = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/y
const lookaround = /^\(\?<?[=!]/
const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y
const classText = /\[(?:[^\]\\]|\\.)*\]/suy
const escaped = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<[^>]*>|[1-9]\d*|.)/isuy
const anyCharacter = /./suy
const isWidthless = /^(?:[$^]|\\(?:[bB1-9]|k<))/

/** Reads the source of a valid expression. Lookarounds and back references take no characters and are read as nothing. */
export function readPattern(source: string): PatternNode {
  return new PatternReader(source).readChoice()
}

class PatternReader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  readChoice(): PatternNode {
    const options = [this.#readSequence()]
    while (this.#source[this.#at] === '|') {
      this.#at++
      options.push(this.#readSequence())
    }
    return { kind: 'choice', options }
  }

  #readSequence(): PatternNode {
    const items: PatternNode[] = []
    while (this.#at < this.#source.length && !'|)'.includes(this.#source.charAt(this.#at)))
      items.push(this.#readQuantified())
    return { kind: 'sequence', items }
  }

  #readQuantified(): PatternNode {
    const body = this.#readAtom()
    const match = this.#take(quantifier)
    if (match === null) return body
    const [, sign, least, comma, most] = match
    if (sign !== undefined) {
      return { kind: 'repetition', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
    }
    const min = Number(least)
    return { kind: 'repetition', body, min, max: most ? Number(most) : comma ? Number.POSITIVE_INFINITY : min }
  }

  #readAtom(): PatternNode {
    const group = this.#take(opening)?.[0]
    if (group !== undefined) {
      const body = this.readChoice()
      this.#at++
      return lookaround.test(group) ? empty : body
    }
    const text = (this.#take(classText) ?? this.#take(escaped) ?? this.#take(anyCharacter))?.[0] ?? ''
    return isWidthless.test(text) ? empty : { kind: 'character', source: text }
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const match = expression.exec(this.#source)
    if (match !== null) this.#at = expression.lastIndex
    return match
  }
}
