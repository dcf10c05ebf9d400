/**
 * Finds regular expressions that can take exponential time, such as `(a+)+$`. A few dozen characters from a client can then block the process
 * forever. See docs/decisions/0001-patterns.md.
 *
 * An expression takes exponential time if a text leads from a position in a repetition back to the same position by two paths. Then n repetitions of
 * the text have 2^n paths, and the engine tries all of them if the whole text does not match. For repetitions with a limit, such as `(a+){2,9}`, the
 * paths of 64 characters are counted instead. Polynomial time counts as safe.
 *
 * The first analysis is cheap. It misses no danger, but may report false ones. It replaces a lookaround by a condition on the next character, and a
 * back reference by any match of its group. A second, exact analysis checks each reported danger. It still reports false dangers for nested
 * lookarounds, and for back references to groups that match many texts.
 */
import { Alphabet } from './alphabet.ts'
import { findAmbiguity } from './ambiguity.ts'
import { type Automaton, buildAutomaton } from './automaton.ts'
import { Budget } from './epsilon-closure.ts'
import { failingPart } from './failure.ts'
import { getOrCreate } from './get-or-create.ts'
import { PatternGraph } from './graph.ts'
import { lazy } from './lazy.ts'
import { type PatternNode, TooLarge } from './node.ts'
import { boundPaths, countPaths } from './paths.ts'
import { readPattern } from './syntax.ts'

/** Why an expression must not be matched against texts of clients. */
export interface PatternDanger {
  /** A text that has two paths, so that n repetitions have 2^n paths. `undefined` if the expression is too large to be analysed. */
  readonly repeated: string | undefined
}

/** The limit of steps for each of the two analyses. A million steps take some 300 ms. Most expressions need less than 1 ms. */
const maxSteps = 1_000_000
const maxRemembered = 2000
/** A repetition with a limit is dangerous if a text of 64 characters has more paths. */
const maxPaths = 1e7
const countedCharacters = 64

const verdicts = new Map<string, PatternDanger | null>()

/** Returns why matching a text against a valid expression can take exponential time. Returns `null` if the expression is safe. */
export function dangerOf(source: string, flags: string): PatternDanger | null {
  // Without a repeated group, an expression takes at most polynomial time.
  if (!/\)[*+{]/.test(source)) return null
  if (verdicts.size > maxRemembered) verdicts.clear()
  return getOrCreate(verdicts, `${flags}/${source}`, () => judge(source, flags))
}

function judge(source: string, flags: string): PatternDanger | null {
  const danger = judgeBy(source, flags, 'neighbours')
  // If the expression is too large for the second, exact analysis, the result of the first analysis (`danger`) counts.
  return danger?.repeated === undefined ? danger : judgeBy(source, flags, 'all', danger)
}

/** How lookarounds are analysed: `'neighbours'` replaces them by a condition on the next character, and `'all'` analyses them exactly. */
type Precision = 'neighbours' | 'all'

function judgeBy(
  source: string,
  flags: string,
  precision: Precision,
  ifTooLarge: PatternDanger = { repeated: undefined }
): PatternDanger | null {
  try {
    const pattern = readPattern(source, flags, precision === 'all')
    const analysis = new Analysis(pattern, precision)
    for (const [body, isBackward] of [[pattern, false] as const, ...bodiesOfLookarounds(pattern)]) {
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
  readonly #precision: Precision

  constructor(pattern: PatternNode, precision: Precision) {
    this.#alphabet = new Alphabet(pattern)
    this.#precision = precision
  }

  findRepeated(pattern: PatternNode, isBackward: boolean): string | undefined {
    const exact = this.#automatonOf(pattern, isBackward, 'copies')
    for (const text of this.#textsReadTwice(exact)) return text
    if (!hasCountedGroup(pattern)) return undefined
    const unlimited = this.#automatonOf(pattern, isBackward, 'loops')
    const isHarmless = lazy(() => boundPaths(exact, countedCharacters, this.#budget) <= maxPaths)
    for (const text of this.#textsReadTwice(unlimited)) {
      if (isHarmless()) return undefined
      if (countPaths(exact, text, countedCharacters, this.#alphabet, this.#budget) > maxPaths) return text
    }
    return undefined
  }

  #automatonOf(pattern: PatternNode, isBackward: boolean, countedAs: 'copies' | 'loops'): Automaton {
    const followsLookarounds = this.#precision === 'all'
    const graph = new PatternGraph(pattern, this.#alphabet, { isBackward, countedAs, followsLookarounds })
    return buildAutomaton(graph, this.#alphabet, this.#budget)
  }

  *#textsReadTwice(automaton: Automaton): Generator<string> {
    for (const { states, texts } of findAmbiguity(automaton, this.#alphabet, this.#budget)) {
      if (this.#precision === 'neighbours') yield* texts
      else if (!texts.next().done) {
        const failing = failingPart(automaton, states, this.#alphabet, this.#budget)
        for (const part of findAmbiguity(failing, this.#alphabet, this.#budget)) yield* part.texts
      }
    }
  }
}

function* bodiesOfLookarounds(node: PatternNode): Generator<readonly [body: PatternNode, isBackward: boolean]> {
  if (node.kind === 'lookaround') yield [node.body, !node.isAhead]
  for (const part of partsOf(node)) yield* bodiesOfLookarounds(part)
}

function hasCountedGroup(node: PatternNode): boolean {
  const isCounted = node.kind === 'repetition' && node.max > 1 && (Number.isFinite(node.max) || node.min > 1)
  return (isCounted && node.body.kind !== 'character') || partsOf(node).some(hasCountedGroup)
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'sequence') return node.items
  if (node.kind === 'choice') return node.options
  return node.kind === 'repetition' || node.kind === 'lookaround' ? [node.body] : []
}
