/**
 * Finds the part of an automaton that matters on texts without a match. On other texts the engine does not try all paths. Each state is paired with
 * a set of states, as in the subset construction: all states to which the text so far certainly leads. If a state of the set matches, the engine
 * stops without trying all paths, so the text does not count.
 */

import { type Alphabet, splitBy } from './alphabet.ts'
import type { Automaton, Edge } from './automaton.ts'
import type { Budget } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'

/**
 * Returns the part of a loop that the engine can reach on texts without a match, starting from any state of the loop.
 *
 * @throws TooLarge when the budget is used up
 */
export function failingPart(
  automaton: Automaton,
  loop: ReadonlySet<number>,
  alphabet: Alphabet,
  budget: Budget
): Automaton {
  const crowds = new Crowds(automaton, alphabet, budget)
  const begins = [...loop].map((state) => ({ state, crowd: crowds.numberOf([state]) }))
  const canFail = crowds.findFailing()
  const known = new Map<string, number>()
  const places: { readonly state: number; readonly crowd: number }[] = []
  const placeAt = (state: number, crowd: number) =>
    getOrCreate(known, `${state}/${crowd}`, () => places.push({ state, crowd }) - 1)
  for (const { state, crowd } of begins) if (canFail.has(crowd)) placeAt(state, crowd)
  const edges: Edge[][] = []
  for (const { state, crowd } of places) {
    const found: Edge[] = []
    for (const edge of automaton.edges[state] ?? []) {
      if (!loop.has(edge.to)) continue
      for (const move of crowds.movesFrom(crowd)) {
        budget.spend(1)
        const symbols = edge.symbols & move.symbols
        if (symbols !== 0n && canFail.has(move.to)) found.push({ ...edge, to: placeAt(edge.to, move.to), symbols })
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

/** The sets of states to which a text certainly leads, by number. From such a set, each symbol leads to exactly one set. */
class Crowds {
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

  movesFrom(crowd: number): readonly Move[] {
    return this.#moves[crowd] ?? []
  }

  /** Finds the sets from which some text reaches its end without a match: no state of any set on the path matches. */
  findFailing(): Set<number> {
    const origins = new Map<number, number[]>()
    const failing = new Set<number>()
    for (const [crowd, members] of this.#members.entries()) {
      this.#moves[crowd] = this.#move(members)
      for (const { to } of this.#moves[crowd]) getOrCreate(origins, to, () => []).push(crowd)
      if (!members.some((state) => this.#matchedAt(state) & this.#alphabet.edge)) failing.add(crowd)
    }
    for (const crowd of failing) for (const origin of origins.get(crowd) ?? []) failing.add(origin)
    return failing
  }

  /** Returns the sets to which symbols lead. A symbol is left out if it is in `matched` of a state of the set, because the engine stops there. */
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
      const crowd = this.numberOf([...next].sort((one, other) => one - other))
      outcomes.set(crowd, (outcomes.get(crowd) ?? 0n) | piece)
    }
    return [...outcomes].map(([to, symbols]) => ({ to, symbols }))
  }

  #matchedAt(state: number): bigint {
    return this.#automaton.matched[state] as bigint
  }
}
