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
const isWidthless = /^\\(?:[bB1-9]|k<)/

/** Reads the source of a valid expression. Lookarounds and back references take no characters and are read as nothing. */
export function readPattern(source: string): PatternNode {
  let at = 0

  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at
    const match = expression.exec(source)
    if (match !== null) at = expression.lastIndex
    return match
  }

  const readChoice = (): PatternNode => {
    const options = [readSequence()]
    while (source[at] === '|') {
      at++
      options.push(readSequence())
    }
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options }
  }

  const readSequence = (): PatternNode => {
    const items: PatternNode[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') items.push(readQuantified())
    return { kind: 'sequence', items }
  }

  const readQuantified = (): PatternNode => {
    const body = readAtom()
    const match = take(quantifier)
    if (match === null) return body
    const [, sign, min, comma, max] = match
    if (sign !== undefined)
      return { kind: 'repetition', body, min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Infinity }
    const least = Number(min)
    return { kind: 'repetition', body, min: least, max: max ? Number(max) : comma ? Infinity : least }
  }

  const readAtom = (): PatternNode => {
    const group = take(opening)?.[0]
    if (group !== undefined) {
      const body = readChoice()
      at++
      return lookaround.test(group) ? empty : body
    }
    const text = (take(classText) ?? take(escaped))?.[0]
    if (text !== undefined) return isWidthless.test(text) ? empty : { kind: 'character', source: text }
    const character = String.fromCodePoint(source.codePointAt(at) ?? 0)
    at += character.length
    return character === '^' || character === '$' ? empty : { kind: 'character', source: character }
  }

  return readChoice()
}
