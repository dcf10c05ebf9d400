/** Counts the paths by which an automaton can read a text. The result is the largest count among all start states. */
import { type Alphabet, splitBy } from './alphabet.ts'
import type { Automaton, Edge } from './automaton.ts'
import type { Budget } from './epsilon-closure.ts'

/** @param length how long the text is made by repetition before its paths are counted */
export function countPaths(
  automaton: Automaton,
  text: string,
  length: number,
  alphabet: Alphabet,
  budget: Budget
): number {
  const symbols = [...text].map((character) => 1n << BigInt(alphabet.samples.indexOf(character)))
  const edgesBySymbol = new Map(
    symbols.map((symbol) => [symbol, automaton.edges.map((edges) => edges.filter((edge) => edge.symbols & symbol))])
  )
  return mostPaths(automaton, length, budget, (state, at) => [
    edgesBySymbol.get(symbols[at % symbols.length] as bigint)?.[state] as Edge[]
  ])
}

/** Returns an upper bound for the number of paths of any text. Each path may continue with the character that gives the most paths. */
export function boundPaths(automaton: Automaton, length: number, budget: Budget): number {
  const edgesBySymbol = automaton.edges.map((edges) => {
    const masks = edges.map(({ symbols }) => symbols)
    const all = masks.reduce((one, other) => one | other, 0n)
    const pieces = splitBy(all, masks)
    budget.spend(pieces.length * edges.length)
    return pieces.map((piece) => edges.filter(({ symbols }) => symbols & piece))
  })
  return mostPaths(automaton, length, budget, (state) => edgesBySymbol[state] as Edge[][])
}

function mostPaths(
  { edges }: Automaton,
  length: number,
  budget: Budget,
  edgesFrom: (state: number, at: number) => readonly (readonly Edge[])[]
): number {
  let paths = edges.map(() => 1)
  let most = 1
  for (let at = length - 1; at >= 0; at--) {
    const later = paths
    paths = edges.map((_, state) => {
      let worst = 0
      for (const choice of edgesFrom(state, at)) {
        budget.spend(choice.length)
        worst = Math.max(
          worst,
          choice.reduce((sum, edge) => sum + edge.paths * (later[edge.to] as number), 0)
        )
      }
      return worst
    })
    most = paths.reduce((one, other) => Math.max(one, other), most)
  }
  return most
}
