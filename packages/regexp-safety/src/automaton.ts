/**
 * Builds the automaton of an expression. Its states are positions between two characters, and an edge reads one character. An edge has a number of
 * paths, because the engine may reach the same state by several paths, as by both `a` of `a|a`.
 *
 * A state includes the class of the previous character, for conditions such as `\b`, and the lookarounds that are still pending.
 *
 * `matched` has a set of symbols for each state. If the next symbol is in the set, the expression certainly matches, whatever comes after that
 * symbol. The engine then stops and does not backtrack, so no edge of the state reads such a symbol.
 */

import { type Alphabet, splitBy } from './alphabet.ts'
import { type Budget, type EpsilonClosure, epsilonClosureOf, skipPlainSteps } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'
import type { PatternGraph } from './graph.ts'
import { lazy } from './lazy.ts'
import { nonePending, type PendingLookarounds, PendingTable } from './pending.ts'

export interface Edge {
  readonly to: number
  readonly symbols: bigint
  readonly paths: number
  /** Whether the engine can certainly take the edge at each of its symbols. Otherwise a condition that is not analysed may prevent this. */
  readonly isSure: boolean
}

export interface Automaton {
  readonly edges: readonly (readonly Edge[])[]
  /** For each state: if the next symbol is one of these, the expression has certainly matched at the state. */
  readonly matched: readonly bigint[]
}

interface State {
  readonly point: number
  /** The index of the class that contains the previous symbol. */
  readonly before: number
  readonly pending: PendingLookarounds
}

/** Builds the automaton of a graph. @throws TooLarge when the budget is used up */
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
  /** Classes of symbols. All symbols of a class are alike for every condition on the previous character. */
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
    for (const before of this.#classes.keys()) this.#stateAt(this.#graph.start, before, nonePending)
    for (const state of this.#states) {
      const end = this.#endOf(state)
      matched.push(end.matched)
      edges.push([...end.edges, ...this.#edgesFrom(state, end.matched)])
    }
    return { edges, matched }
  }

  /**
   * Returns the symbols of `matched` for a state. If lookarounds are still pending after a symbol, it is not in `matched`. Instead the symbol gets an
   * edge, on which the lookarounds continue.
   */
  #endOf({ point, before, pending }: State): { readonly matched: bigint; readonly edges: readonly Edge[] } {
    const edges: Edge[] = []
    let matched = 0n
    for (const arrival of this.#closureOf(point).arrivals) {
      if ((arrival.before & this.#classAt(before)) === 0n) continue
      for (const outcome of this.#pendingTable.advance(
        pending,
        arrival.lookarounds,
        this.#classAt(before),
        arrival.after
      )) {
        if (outcome.pending === nonePending) matched |= outcome.symbols
        else {
          const symbols = outcome.symbols & ~this.#alphabet.edge
          edges.push(...this.#edgesTo(this.#graph.end, outcome.pending, symbols, { paths: 1, isSure: true }, 0n))
        }
      }
    }
    return { matched, edges }
  }

  #edgesFrom({ point, before, pending }: State, matched: bigint): Edge[] {
    const edges: Edge[] = []
    for (const transition of this.#closureOf(point).transitions) {
      if ((transition.before & this.#classAt(before)) === 0n) continue
      for (const outcome of this.#pendingTable.advance(
        pending,
        transition.lookarounds,
        this.#classAt(before),
        transition.symbols
      )) {
        edges.push(...this.#edgesTo(transition.to, outcome.pending, outcome.symbols, transition, matched))
      }
    }
    return edges
  }

  /**
   * Creates the states to which the given symbols lead, and yields the edges to these states. Symbols of `matched` get states but no edges, because
   * the engine stops there.
   */
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

  #stateAt(point: number, before: number, pending: PendingLookarounds): number {
    const target = this.#target[point] as number
    const key = (pending * this.#target.length + target) * this.#classes.length + before
    return getOrCreate(this.#known, key, () => this.#states.push({ point: target, before, pending }) - 1)
  }

  #closureOf(point: number): EpsilonClosure {
    return this.#closures[point]?.() as EpsilonClosure
  }

  #classAt(index: number): bigint {
    return this.#classes[index] as bigint
  }
}
