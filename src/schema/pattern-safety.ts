/**
 * Finds regular expressions that can take exponential time, such as `(a+)+$`: a few dozen characters from a client then hold the process
 * for as long as it lives. docs/decisions/0001-patterns.md says why the parser is a library's and the judgement is ours.
 *
 * An expression backtracks exponentially exactly if some text leads from a place inside a repetition back to it along two different ways: n such
 * texts can then be read in 2^n ways. Bodies of lookarounds are expressions of their own. A repetition that has an end has no n; what counts for
 * it is in how many ways 64 characters can be read.
 *
 * What is not seen makes more patterns exponential, not fewer: a lookaround that tells two ways apart by more than the next character, and
 * what a back reference refers to. Expressions of polynomial cost pass.
 */
import { Alphabet } from './pattern-alphabet.ts'
import { findAllTwoWays, findTwoWays } from './pattern-ambiguity.ts'
import { type Automaton, Budget, buildAutomaton } from './pattern-automaton.ts'
import { PatternGraph } from './pattern-graph.ts'
import { type PatternNode, readPattern, TooLarge } from './pattern-syntax.ts'
import { remember } from './remember.ts'

/** Why clients may not be let near an expression. */
export interface PatternDanger {
  /** What can be read in two ways, again and again; `undefined` where the expression is too large to be judged. */
  readonly repeated: string | undefined
}

/** Of the analysis of one expression: at most some 200 ms, and less than 1 ms for most. */
const maxSteps = 1_000_000
const maxRemembered = 2000
/** How many ways there may be to read how many characters, where a repetition has an end. */
const maxWays = 1e7
const countedCharacters = 64

const verdicts = new Map<string, PatternDanger | null>()

/** Tells whether matching a text against a valid expression can take time exponential in the text's length: why, or `null`. */
export function dangerOf(source: string, flags: string): PatternDanger | null {
  // Only a repeated group can be read in two ways.
  if (!/\)[*+{]/.test(source)) return null
  if (verdicts.size > maxRemembered) verdicts.clear()
  return remember(verdicts, `${flags}/${source}`, () => judge(source, flags))
}

function judge(source: string, flags: string): PatternDanger | null {
  try {
    const pattern = readPattern(source, flags)
    const alphabet = new Alphabet(pattern)
    const budget = new Budget(maxSteps)
    for (const [body, isBackward] of [[pattern, false] as const, ...bodiesOfLooks(pattern)]) {
      const repeated = findRepeated(body, alphabet, isBackward, budget)
      if (repeated !== undefined) return { repeated }
    }
    return null
  } catch (error) {
    if (error instanceof TooLarge || error instanceof RangeError) return { repeated: undefined }
    throw error
  }
}

function findRepeated(
  pattern: PatternNode,
  alphabet: Alphabet,
  isBackward: boolean,
  budget: Budget
): string | undefined {
  const exact = buildAutomaton(new PatternGraph(pattern, alphabet, isBackward, 'copies'), alphabet, budget)
  const repeated = findTwoWays(exact, alphabet, budget)
  if (repeated !== undefined || !hasCountedGroup(pattern)) return repeated
  const endless = buildAutomaton(new PatternGraph(pattern, alphabet, isBackward, 'loops'), alphabet, budget)
  for (const text of findAllTwoWays(endless, alphabet, budget)) {
    if (countWays(exact, text, alphabet, budget) > maxWays) return text
  }
  return undefined
}

/** In how many ways a text, repeated, can be read from the state and to the length where that is worst. */
function countWays({ edges }: Automaton, text: string, alphabet: Alphabet, budget: Budget): number {
  const symbols = [...text].map((character) => 1n << BigInt(alphabet.samples.indexOf(character)))
  let ways = edges.map(() => 1)
  let most = 1
  for (let at = countedCharacters - 1; at >= 0; at--) {
    const symbol = symbols[at % symbols.length] as bigint
    const later = ways
    ways = edges.map((some) => {
      budget.spend(some.length)
      return some.reduce((sum, edge) => sum + (edge.symbols & symbol ? edge.ways * (later[edge.to] as number) : 0), 0)
    })
    most = ways.reduce((one, other) => Math.max(one, other), most)
  }
  return most
}

function* bodiesOfLooks(node: PatternNode): Generator<readonly [body: PatternNode, isBackward: boolean]> {
  if (node.kind === 'look') yield [node.body, !node.isAhead]
  for (const part of partsOf(node)) yield* bodiesOfLooks(part)
}

function hasCountedGroup(node: PatternNode): boolean {
  const isCounted = node.kind === 'repetition' && node.max > 1 && Number.isFinite(node.max)
  return (isCounted && node.body.kind !== 'character') || partsOf(node).some(hasCountedGroup)
}

function partsOf(node: PatternNode): readonly PatternNode[] {
  if (node.kind === 'sequence') return node.items
  if (node.kind === 'choice') return node.options
  return node.kind === 'repetition' || node.kind === 'look' ? [node.body] : []
}
