/**
 * Finds regular expressions that can take exponential time, such as `(a+)+$`. A few dozen characters from a client can then block the process forever.
 * The parser is a library, and the analysis is our own: see docs/decisions/0001-patterns.md.
 *
 * An expression backtracks exponentially exactly if some failing text leads from a position in a repetition back to it along two different ways. Then n
 * such texts can be read in 2^n ways. Bodies of lookarounds are analysed separately. A repetition with an upper limit has no n, so the ways to read 64
 * characters are counted.
 *
 * The first analysis is cheap. It approximates lookarounds by the next character, back references by any match of their groups, and assumes that most
 * texts fail. An expression that passes it is safe. Any other is analysed again, exactly, except for back references to a group of many words, and
 * nested lookarounds. These may count as exponential wrongly. Expressions of polynomial cost are accepted.
 */

import { Alphabet } from './alphabet.ts'
import { findTwoWays } from './ambiguity.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { Budget } from './departure.ts'
import { failingPart } from './failure.ts'
import { getOrCreate } from './get-or-create.ts'
import { PatternGraph } from './graph.ts'
import { lazy } from './lazy.ts'
import { type PatternNode, TooLarge } from './node.ts'
import { readPattern } from './syntax.ts'
import { boundWays, countWays } from './ways.ts'

/** Why an expression is dangerous for input of clients. */
export interface PatternDanger {
  /** A text that can be repeated, and is read in two ways each time; `undefined` if the expression is too large to be analysed. */
  readonly repeated: string | undefined
}

/** In steps of one analysis: at most some 300 ms, and less than 1 ms for most expressions. The exact analysis has the same limit. */
const maxSteps = 1_000_000
const maxRemembered = 2000
/** For repetitions with an upper limit: how many ways there may be to read a text of this length. */
const maxWays = 1e7
const countedCharacters = 64

const verdicts = new Map<string, PatternDanger | null>()

/** Returns why matching a text against a valid expression can take time exponential in the text's length; `null` if it cannot. */
export function dangerOf(source: string, flags: string): PatternDanger | null {
  // Only a repeated group can be read in two ways.
  if (!/\)[*+{]/.test(source)) return null
  if (verdicts.size > maxRemembered) verdicts.clear()
  return getOrCreate(verdicts, `${flags}/${source}`, () => judge(source, flags))
}

function judge(source: string, flags: string): PatternDanger | null {
  const danger = judgeBy(source, flags, 'neighbours')
  // A pattern that is too large for the exact analysis is refused for the first result.
  return danger?.repeated === undefined ? danger : judgeBy(source, flags, 'all', danger)
}

/** The precision of the analysis: `'neighbours'` approximates lookarounds by the next character, and back references by anything. */
type Sight = 'neighbours' | 'all'

function judgeBy(
  source: string,
  flags: string,
  sight: Sight,
  ifTooLarge: PatternDanger = { repeated: undefined }
): PatternDanger | null {
  try {
    const pattern = readPattern(source, flags, sight === 'all')
    const analysis = new Analysis(pattern, sight)
    for (const [body, isBackward] of [[pattern, false] as const, ...bodiesOfLooks(pattern)]) {
      const repeated = analysis.findRepeated(body, isBackward)
      if (repeated !== undefined) return { repeated }
    }
    return null
  } catch (error) {
    if (error instanceof TooLarge || error instanceof RangeError) return ifTooLarge
    throw error
  }
}

class Analysis {
  readonly #alphabet: Alphabet
  readonly #budget = new Budget(maxSteps)
  readonly #sight: Sight

  constructor(pattern: PatternNode, sight: Sight) {
    this.#alphabet = new Alphabet(pattern)
    this.#sight = sight
  }

  /** Finds a text that, repeated, can be read in too many ways. */
  findRepeated(pattern: PatternNode, isBackward: boolean): string | undefined {
    const exact = this.#automatonOf(pattern, isBackward, 'copies')
    for (const text of this.#textsReadTwice(exact)) return text
    if (!hasCountedGroup(pattern)) return undefined
    const endless = this.#automatonOf(pattern, isBackward, 'loops')
    const isHarmless = lazy(() => boundWays(exact, countedCharacters, this.#budget) <= maxWays)
    for (const text of this.#textsReadTwice(endless)) {
      if (isHarmless()) return undefined
      if (countWays(exact, text, countedCharacters, this.#alphabet, this.#budget) > maxWays) return text
    }
    return undefined
  }

  #automatonOf(pattern: PatternNode, isBackward: boolean, countedAs: 'copies' | 'loops'): Automaton {
    const followsLooks = this.#sight === 'all'
    const graph = new PatternGraph(pattern, this.#alphabet, { isBackward, countedAs, followsLooks })
    return buildAutomaton(graph, this.#alphabet, this.#budget)
  }

  *#textsReadTwice(automaton: Automaton): Generator<string> {
    for (const { states, texts } of findTwoWays(automaton, this.#alphabet, this.#budget)) {
      if (this.#sight === 'neighbours') yield* texts
      else if (!texts.next().done) {
        const failing = failingPart(automaton, states, this.#alphabet, this.#budget)
        for (const part of findTwoWays(failing, this.#alphabet, this.#budget)) yield* part.texts
      }
    }
  }
}

function* bodiesOfLooks(node: PatternNode): Generator<readonly [body: PatternNode, isBackward: boolean]> {
  if (node.kind === 'look') yield [node.body, !node.isAhead]
  for (const part of partsOf(node)) yield* bodiesOfLooks(part)
}

function hasCountedGroup(node: PatternNode): boolean {
  const isCounted = node.kind === 'repetition' && node.max > 1 && (Number.isFinite(node.max) || node.min > 1)
  return (isCounted && node.body.kind !== 'character') || partsOf(node).some(hasCountedGroup)
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'sequence') return node.items
  if (node.kind === 'choice') return node.options
  return node.kind === 'repetition' || node.kind === 'look' ? [node.body] : []
}
