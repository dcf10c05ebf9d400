/**
 * Conditions on the characters before and after a position: `^`, `$`, `\b` and lookarounds. If those characters do not decide a condition, it is
 * assumed to hold, but marked as uncertain.
 */
import type { Alphabet } from './alphabet.ts'
import type { PatternNode } from './node.ts'

/** Holds between a symbol of `before` and one of `after`, in reading order. */
export interface Condition {
  readonly before: bigint
  readonly after: bigint
  readonly isSure: boolean
  /** Lookarounds that begin here and need more than one character, by their place in the graph. */
  readonly looks: readonly number[]
}

type Widthless = Extract<PatternNode, { kind: 'edge' | 'boundary' | 'look' | 'unsure' }>

type Look = Extract<PatternNode, { kind: 'look' }>

export function both(one: Condition, other: Condition): Condition {
  return {
    before: one.before & other.before,
    after: one.after & other.after,
    isSure: one.isSure && other.isSure,
    looks: other.looks.length === 0 ? one.looks : [...new Set([...one.looks, ...other.looks])].sort((a, b) => a - b)
  }
}

/** The condition that always holds. */
export const unconditional = ({ all }: Alphabet): Condition => ({ before: all, after: all, isSure: true, looks: [] })

/**
 * The alternative conditions of a position; at most one of them holds.
 *
 * @param isBackward whether the pattern is read from right to left, as in a lookbehind
 */
export function conditionsOf(node: Widthless, alphabet: Alphabet, isBackward: boolean): Condition[] {
  const { all } = alphabet
  const inText = (left: bigint, right: bigint, isSure = true): Condition =>
    isBackward ? { before: right, after: left, isSure, looks: [] } : { before: left, after: right, isSure, looks: [] }
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
  const isSure = isToldByOne(node, alphabet)
  return [isAhead ? inText(all, neighbour, isSure) : inText(neighbour, all, isSure)]
}

/** Whether the next character alone decides a lookaround. */
export function isToldByOne({ isAhead, body }: Look, alphabet: Alphabet): boolean {
  return matchedWithOne(body, alphabet, !isAhead) === firstOf([body], alphabet, !isAhead)
}

/** The symbols with which a sequence may start; all if it may be empty. */
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

/** The symbols at which an expression certainly matches, whatever follows; all if it certainly matches the empty text. */
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
