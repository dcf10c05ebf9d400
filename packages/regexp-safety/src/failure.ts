/**
 * Finds the states of an automaton that the engine can reach on texts without a match. Only on these texts does the engine try all paths.
 *
 * Each state is paired with all states to which the text so far certainly leads, as in the subset construction. If the expression has matched in
 * one of them, the engine stops, so the text does not count.
 */

import { type Alphabet, splitBy } from './alphabet.ts'
import type { Automaton, Edge } from './automaton.ts'
import type { Budget } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'

export function failingPart(
  automaton: Automaton,
  loop: ReadonlySet<number>,
  alphabet: Alphabet,
  budget: Budget
): Automaton {
  const sets = new StateSets(automaton, alphabet, budget)
  const begins = [...loop].map((state) => ({ state, set: sets.numberOf([state]) }))
  const canFail = sets.findFailing()
  const known = new Map<string, number>()
  const pairs: { readonly state: number; readonly set: number }[] = []
  const pairAt = (state: number, set: number) =>
    getOrCreate(known, `${state}/${set}`, () => pairs.push({ state, set }) - 1)
  for (const { state, set } of begins) if (canFail.has(set)) pairAt(state, set)
  const edges: Edge[][] = []
  for (const { state, set } of pairs) {
    const found: Edge[] = []
    for (const edge of automaton.edges[state] ?? []) {
      if (!loop.has(edge.to)) continue
      for (const move of sets.movesFrom(set)) {
        budget.spend(1)
        const symbols = edge.symbols & move.symbols
        if (symbols !== 0n && canFail.has(move.to)) found.push({ ...edge, to: pairAt(edge.to, move.to), symbols })
      }
    }
    edges.push(found)
  }
  return { edges, matched: edges.map(() => 0n) }
}

interface Move {
  readonly to: number
  readonly symbols: bigint
}

/** Sets of states to which a text certainly leads. Each set has a number. From each set, a symbol leads to exactly one set. */
class StateSets {
  readonly #automaton: Automaton
  readonly #alphabet: Alphabet
  readonly #budget: Budget
  readonly #numbers = new Map<string, number>()
  readonly #members: (readonly number[])[] = []
  readonly #moves: (readonly Move[])[] = []

  constructor(automaton: Automaton, alphabet: Alphabet, budget: Budget) {
    this.#automaton = automaton
    this.#alphabet = alphabet
    this.#budget = budget
  }

  numberOf(members: readonly number[]): number {
    return getOrCreate(this.#numbers, members.join(), () => this.#members.push(members) - 1)
  }

  movesFrom(set: number): readonly Move[] {
    return this.#moves[set] ?? []
  }

  findFailing(): Set<number> {
    const origins = new Map<number, number[]>()
    const failing = new Set<number>()
    for (const [set, members] of this.#members.entries()) {
      this.#moves[set] = this.#move(members)
      for (const { to } of this.#moves[set]) getOrCreate(origins, to, () => []).push(set)
      if (!members.some((state) => this.#matchedAt(state) & this.#alphabet.edge)) failing.add(set)
    }
    for (const set of failing) for (const origin of origins.get(set) ?? []) failing.add(origin)
    return failing
  }

  /** Returns the next sets of states. Symbols before which the expression has matched are omitted, because the engine stops there. */
  #move(members: readonly number[]): Move[] {
    const { all, edge } = this.#alphabet
    const edges = members.flatMap((state) => this.#automaton.edges[state]?.filter(({ isSure }) => isSure) ?? [])
    const open = members.reduce((symbols, state) => symbols & ~this.#matchedAt(state), all & ~edge)
    const outcomes = new Map<number, bigint>()
    for (const piece of splitBy(
      open,
      edges.map(({ symbols }) => symbols)
    )) {
      this.#budget.spend(edges.length + 1)
      const next = new Set(edges.filter(({ symbols }) => symbols & piece).map(({ to }) => to))
      const set = this.numberOf([...next].sort((one, other) => one - other))
      outcomes.set(set, (outcomes.get(set) ?? 0n) | piece)
    }
    return [...outcomes].map(([to, symbols]) => ({ to, symbols }))
  }

  #matchedAt(state: number): bigint {
    return this.#automaton.matched[state] as bigint
  }
}
