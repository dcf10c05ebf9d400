/**
 * Builds the automaton of a pattern: states between characters, with edges by symbols and the number of ways for each. A state includes the symbol
 * before it, as far as conditions of the pattern need it, and the pending lookarounds.
 *
 * An engine at a state before a symbol of `matched` will succeed, and will not backtrack. So no edge continues from there.
 */

import { type Alphabet, splitBy } from './alphabet.ts'
import { type Budget, type Departure, departFrom, skipPlainSteps } from './departure.ts'
import { getOrCreate } from './get-or-create.ts'
import type { PatternGraph } from './graph.ts'
import { lazy } from './lazy.ts'
import { nonePending, type PendingLooks, PendingTable } from './pending.ts'

export interface Edge {
  readonly to: number
  readonly symbols: bigint
  readonly ways: number
  /** Whether the edge depends only on the symbol. */
  readonly isSure: boolean
}

export interface Automaton {
  /** The edges from each state. */
  readonly edges: readonly (readonly Edge[])[]
  /** The symbols at each state before which the pattern certainly has matched, whatever follows them. */
  readonly matched: readonly bigint[]
}

interface State {
  readonly point: number
  /** The class of the previous symbol. */
  readonly before: number
  readonly pending: PendingLooks
}

/** @throws TooLarge */
export function buildAutomaton(graph: PatternGraph, alphabet: Alphabet, budget: Budget): Automaton {
  return new AutomatonBuilder(graph, alphabet, budget).build()
}

class AutomatonBuilder {
  readonly #graph: PatternGraph
  readonly #alphabet: Alphabet
  readonly #budget: Budget
  readonly #departures: readonly (() => Departure)[]
  readonly #target: readonly number[]
  readonly #looks: PendingTable
  /** Classes of symbols, including the edge, that no condition on the previous symbol distinguishes. */
  readonly #classes: readonly bigint[]
  readonly #states: State[] = []
  readonly #known = new Map<number, number>()

  constructor(graph: PatternGraph, alphabet: Alphabet, budget: Budget) {
    this.#graph = graph
    this.#alphabet = alphabet
    this.#budget = budget
    this.#departures = graph.steps.map((_, point) => lazy(() => departFrom(graph, alphabet, point, budget)))
    this.#target = graph.steps.map((_, point) => skipPlainSteps(graph, point))
    this.#looks = new PendingTable(graph, this.#departures, this.#target, budget)
    const conditions = graph.steps.flat().flatMap(({ condition }) => condition?.before ?? [])
    this.#classes = splitBy(alphabet.all, conditions)
  }

  build(): Automaton {
    const edges: Edge[][] = []
    const matched: bigint[] = []
    // The search may start anywhere in the text.
    for (const before of this.#classes.keys()) this.#stateAt(this.#graph.start, before, nonePending)
    for (const state of this.#states) {
      const end = this.#endOf(state)
      matched.push(end.matched)
      edges.push([...end.edges, ...this.#edgesFrom(state, end.matched)])
    }
    return { edges, matched }
  }

  /** The symbols before which the pattern has matched, and edges for symbols before which lookarounds are still pending. */
  #endOf({ point, before, pending }: State): { readonly matched: bigint; readonly edges: readonly Edge[] } {
    const edges: Edge[] = []
    let matched = 0n
    for (const arrival of this.#departureOf(point).arrivals) {
      if ((arrival.before & this.#classAt(before)) === 0n) continue
      for (const outcome of this.#looks.advance(pending, arrival.looks, this.#classAt(before), arrival.after)) {
        if (outcome.pending === nonePending) matched |= outcome.symbols
        else {
          const symbols = outcome.symbols & ~this.#alphabet.edge
          edges.push(...this.#edgesTo(this.#graph.end, outcome.pending, symbols, { ways: 1, isSure: true }, 0n))
        }
      }
    }
    return { matched, edges }
  }

  #edgesFrom({ point, before, pending }: State, matched: bigint): Edge[] {
    const edges: Edge[] = []
    for (const way of this.#departureOf(point).ways) {
      if ((way.before & this.#classAt(before)) === 0n) continue
      for (const outcome of this.#looks.advance(pending, way.looks, this.#classAt(before), way.symbols)) {
        edges.push(...this.#edgesTo(way.to, outcome.pending, outcome.symbols, way, matched))
      }
    }
    return edges
  }

  /** Creates the states to which symbols lead, even for ways with an uncertain match: an engine may try them first and fail. */
  *#edgesTo(
    point: number,
    pending: PendingLooks,
    symbols: bigint,
    { ways, isSure }: Pick<Edge, 'ways' | 'isSure'>,
    matched: bigint
  ): Generator<Edge> {
    for (const [next, members] of this.#classes.entries()) {
      this.#budget.spend(1)
      if ((symbols & members) === 0n) continue
      const to = this.#stateAt(point, next, pending)
      const failing = symbols & members & ~matched
      if (failing !== 0n) yield { to, symbols: failing, ways, isSure }
    }
  }

  #stateAt(point: number, before: number, pending: PendingLooks): number {
    const target = this.#target[point] as number
    const key = (pending * this.#target.length + target) * this.#classes.length + before
    return getOrCreate(this.#known, key, () => this.#states.push({ point: target, before, pending }) - 1)
  }

  #departureOf(point: number): Departure {
    return this.#departures[point]?.() as Departure
  }

  #classAt(index: number): bigint {
    return this.#classes[index] as bigint
  }
}
