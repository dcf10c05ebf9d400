/**
 * Conditions on the characters just before and after a position: `^`, `$`, `\b` and lookarounds. If a condition also depends on other characters, it
 * counts as fulfilled, with `isSure: false`.
 */
import type { Alphabet } from './alphabet.ts'
import type { PatternNode } from './node.ts'

/** The allowed characters before and after a position. A lookbehind is read from right to left, so its `before` is the character on the right. */
export interface Condition {
  readonly before: bigint
  readonly after: bigint
  readonly isSure: boolean
  /** The lookarounds that begin at the position and depend on more than one character, as indexes in `PatternGraph.lookarounds`. */
  readonly lookarounds: readonly number[]
}

type Widthless = Extract<PatternNode, { kind: 'edge' | 'boundary' | 'lookaround' | 'unsure' }>

type Lookaround = Extract<PatternNode, { kind: 'lookaround' }>

export function both(one: Condition, other: Condition): Condition {
  return {
    before: one.before & other.before,
    after: one.after & other.after,
    isSure: one.isSure && other.isSure,
    lookarounds:
      other.lookarounds.length === 0
        ? one.lookarounds
        : [...new Set([...one.lookarounds, ...other.lookarounds])].sort((a, b) => a - b)
  }
}

export const unconditional = ({ all }: Alphabet): Condition => ({
  before: all,
  after: all,
  isSure: true,
  lookarounds: []
})

/** Returns alternative conditions for an assertion. For example, `\b` has two: a word starts at the position, or a word ends there. */
export function conditionsOf(node: Widthless, alphabet: Alphabet, isBackward: boolean): Condition[] {
  const { all } = alphabet
  const inText = (left: bigint, right: bigint, isSure = true): Condition => ({
    before: isBackward ? right : left,
    after: isBackward ? left : right,
    isSure,
    lookarounds: []
  })
  if (node.kind === 'unsure') return [inText(all, all, false)]
  if (node.kind === 'edge') {
    const edges = alphabet.edge | alphabet.maskOf(node.breaks)
    return [node.side === 'start' ? inText(edges, all) : inText(all, edges)]
  }
  if (node.kind === 'boundary') {
    const word = alphabet.maskOf(node.word)
    const other = all & ~word
    return node.isNegated ? [inText(word, word), inText(other, other)] : [inText(word, other), inText(other, word)]
  }
  const { isAhead, isNegated, body } = node
  const matching = matchedWithOne(body, alphabet, !isAhead)
  const neighbour = isNegated ? all & ~matching : firstOf([body], alphabet, !isAhead)
  const isSure = isDecidedByOne(node, alphabet)
  return [isAhead ? inText(all, neighbour, isSure) : inText(neighbour, all, isSure)]
}

/** Whether one character decides a lookaround, as in `(?=[a-z])`. That is so if each symbol with which a match can begin is also a whole match. */
export function isDecidedByOne({ isAhead, body }: Lookaround, alphabet: Alphabet): boolean {
  return matchedWithOne(body, alphabet, !isAhead) === firstOf([body], alphabet, !isAhead)
}

function firstOf(items: readonly PatternNode[], alphabet: Alphabet, isBackward: boolean): bigint {
  let first = 0n
  for (const item of isBackward ? items.toReversed() : items) {
    const { mask, mayBeEmpty } = beginningOf(item, alphabet, isBackward)
    first |= mask
    if (!mayBeEmpty) return first
  }
  return alphabet.all
}

function beginningOf(
  node: PatternNode,
  alphabet: Alphabet,
  isBackward: boolean
): { readonly mask: bigint; readonly mayBeEmpty: boolean } {
  if (node.kind === 'character') return { mask: alphabet.maskOf(node.set), mayBeEmpty: false }
  if (node.kind === 'edge' && (node.side === 'end') !== isBackward) {
    return { mask: alphabet.edge | alphabet.maskOf(node.breaks), mayBeEmpty: false }
  }
  if (node.kind === 'repetition') {
    const body = beginningOf(node.body, alphabet, isBackward)
    return { mask: body.mask, mayBeEmpty: body.mayBeEmpty || node.min === 0 }
  }
  if (node.kind === 'sequence') {
    const mask = firstOf(node.items, alphabet, isBackward)
    return { mask, mayBeEmpty: mask === alphabet.all }
  }
  if (node.kind === 'choice') {
    const options = node.options.map((option) => beginningOf(option, alphabet, isBackward))
    return {
      mask: options.reduce((mask, option) => mask | option.mask, 0n),
      mayBeEmpty: options.some(({ mayBeEmpty }) => mayBeEmpty)
    }
  }
  return { mask: 0n, mayBeEmpty: true }
}

/** Returns the symbols that alone are a match. Returns all symbols if the empty text matches. */
function matchedWithOne(node: PatternNode, alphabet: Alphabet, isBackward: boolean): bigint {
  const matched = (one: PatternNode) => matchedWithOne(one, alphabet, isBackward)
  if (node.kind === 'character') return alphabet.maskOf(node.set)
  if (node.kind === 'edge') {
    return (node.side === 'end') !== isBackward ? alphabet.edge | alphabet.maskOf(node.breaks) : 0n
  }
  if (node.kind === 'repetition') return node.min === 0 ? alphabet.all : node.min === 1 ? matched(node.body) : 0n
  if (node.kind === 'choice') return node.options.reduce((mask, option) => mask | matched(option), 0n)
  if (node.kind !== 'sequence') return 0n
  const needed = node.items.map(matched).filter((mask) => mask !== alphabet.all)
  return needed.length === 0 ? alphabet.all : needed.length === 1 ? (needed[0] as bigint) : 0n
}
