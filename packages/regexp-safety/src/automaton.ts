/**
 * Builds the automaton of an expression. Its states are positions between two characters, and an edge reads one character. `paths` of an edge counts
 * the ways in which the engine can get from one state to the other: `a|a` has two.
 *
 * A state includes the class of the previous character, for conditions such as `\b`, and the pending lookarounds.
 *
 * If the expression certainly matches at a state, the engine stops and does not backtrack. So no edge leaves the state by a symbol of `matched`.
 */

import { type Alphabet, splitBy } from './alphabet.ts'
import type { Condition } from './condition.ts'
import { type Budget, type EpsilonClosure, epsilonClosureOf, skipPlainSteps } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'
import type { PatternGraph } from './graph.ts'
import { lazy } from './lazy.ts'
import { nonePending, type PendingLookarounds, PendingTable } from './pending.ts'

export interface Edge {
  readonly to: number
  readonly symbols: bigint
  readonly paths: number
  /** `false` if the edge has a condition that is not analysed, which may prevent the engine from taking the edge. */
  readonly isSure: boolean
}

export interface Automaton {
  readonly edges: readonly (readonly Edge[])[]
  /** For each state, the symbols before which the expression has certainly matched. */
  readonly matched: readonly bigint[]
}

interface State {
  readonly point: number
  readonly previousClass: number
  readonly pending: PendingLookarounds
}

export function buildAutomaton(graph: PatternGraph, alphabet: Alphabet, budget: Budget): Automaton {
  return new AutomatonBuilder(graph, alphabet, budget).build()
}

class AutomatonBuilder {
  readonly #graph: PatternGraph
  readonly #alphabet: Alphabet
  readonly #budget: Budget
  readonly #closures: readonly (() => EpsilonClosure)[]
  readonly #target: readonly number[]
  readonly #pendingTable: PendingTable
  /** Classes of symbols. All symbols of a class give the same result for every condition on the previous character. */
  readonly #classes: readonly bigint[]
  readonly #states: State[] = []
  readonly #known = new Map<number, number>()

  constructor(graph: PatternGraph, alphabet: Alphabet, budget: Budget) {
    this.#graph = graph
    this.#alphabet = alphabet
    this.#budget = budget
    this.#closures = graph.steps.map((_, point) => lazy(() => epsilonClosureOf(graph, alphabet, point, budget)))
    this.#target = graph.steps.map((_, point) => skipPlainSteps(graph, point))
    this.#pendingTable = new PendingTable(graph, this.#closures, this.#target, budget)
    const conditions = graph.steps.flat().flatMap(({ condition }) => condition?.before ?? [])
    this.#classes = splitBy(alphabet.all, conditions)
  }

  build(): Automaton {
    const edges: Edge[][] = []
    const matched: bigint[] = []
    // A match may start anywhere in the text, so each class of previous characters has a start state.
    for (const previousClass of this.#classes.keys()) this.#stateAt(this.#graph.start, previousClass, nonePending)
    for (const state of this.#states) {
      const end = this.#endOf(state)
      matched.push(end.matched)
      edges.push([...end.edges, ...this.#edgesFrom(state, end.matched)])
    }
    return { edges, matched }
  }

  /**
   * Returns the symbols before which the expression has certainly matched. If a lookaround is still pending after a symbol, this symbol gets an edge
   * to the end of the expression instead.
   */
  #endOf(state: State): { readonly matched: bigint; readonly edges: readonly Edge[] } {
    const edges: Edge[] = []
    let matched = 0n
    for (const arrival of this.#closureOf(state.point).arrivals) {
      for (const outcome of this.#outcomesOf(state, arrival, arrival.after)) {
        if (outcome.pending === nonePending) matched |= outcome.symbols
        else {
          const symbols = outcome.symbols & ~this.#alphabet.edge
          edges.push(...this.#edgesTo(this.#graph.end, outcome.pending, symbols, { paths: 1, isSure: true }, 0n))
        }
      }
    }
    return { matched, edges }
  }

  *#edgesFrom(state: State, matched: bigint): Generator<Edge> {
    for (const transition of this.#closureOf(state.point).transitions) {
      for (const outcome of this.#outcomesOf(state, transition, transition.symbols)) {
        yield* this.#edgesTo(transition.to, outcome.pending, outcome.symbols, transition, matched)
      }
    }
  }

  #outcomesOf(
    { previousClass, pending }: State,
    condition: Pick<Condition, 'before' | 'lookarounds'>,
    symbols: bigint
  ) {
    const previous = this.#classes[previousClass] as bigint
    if ((condition.before & previous) === 0n) return []
    return this.#pendingTable.advance(pending, condition.lookarounds, previous, symbols)
  }

  *#edgesTo(
    point: number,
    pending: PendingLookarounds,
    symbols: bigint,
    { paths, isSure }: Pick<Edge, 'paths' | 'isSure'>,
    matched: bigint
  ): Generator<Edge> {
    for (const [next, members] of this.#classes.entries()) {
      this.#budget.spend(1)
      if ((symbols & members) === 0n) continue
      const to = this.#stateAt(point, next, pending)
      const failing = symbols & members & ~matched
      if (failing !== 0n) yield { to, symbols: failing, paths, isSure }
    }
  }

  #stateAt(point: number, previousClass: number, pending: PendingLookarounds): number {
    const target = this.#target[point] as number
    const key = (pending * this.#target.length + target) * this.#classes.length + previousClass
    return getOrCreate(this.#known, key, () => this.#states.push({ point: target, previousClass, pending }) - 1)
  }

  #closureOf(point: number): EpsilonClosure {
    return this.#closures[point]?.() as EpsilonClosure
  }
}
