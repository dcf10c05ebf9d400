/**
 * Follows pending lookarounds. A lookaround is pending while the characters that were read so far do not decide whether it matches. All points that a
 * lookaround may have reached are followed at once, so that each text has one result. Otherwise a lookaround with two paths would double the paths of
 * the whole expression.
 */

import { splitBy } from './alphabet.ts'
import type { Budget, EpsilonClosure } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'
import type { PatternGraph } from './graph.ts'

/** Points of the graph that a lookaround may have reached, in order. */
type Points = readonly number[]

interface Pending {
  /** Lookarounds that must match. */
  readonly needed: readonly Points[]
  /** Lookarounds that must not match. */
  readonly barred: Points
}

/** The index of a set of pending lookarounds in the table; 0 for the empty set. */
export type PendingLookarounds = number

export const nonePending: PendingLookarounds = 0

export class PendingTable {
  readonly #pending: Pending[] = [{ needed: [], barred: [] }]
  readonly #known = new Map([['/', nonePending]])
  readonly #graph: PatternGraph
  readonly #closures: readonly (() => EpsilonClosure)[]
  readonly #target: readonly number[]
  readonly #budget: Budget

  constructor(
    graph: PatternGraph,
    closures: readonly (() => EpsilonClosure)[],
    target: readonly number[],
    budget: Budget
  ) {
    this.#graph = graph
    this.#closures = closures
    this.#target = target
    this.#budget = budget
  }

  /**
   * Returns the lookarounds that are pending after each symbol. A symbol at which a lookaround fails is left out. The lookarounds of `begun` begin
   * just before the symbol.
   */
  advance(
    earlier: PendingLookarounds,
    begun: readonly number[],
    before: bigint,
    symbols: bigint
  ): { readonly symbols: bigint; readonly pending: PendingLookarounds }[] {
    if (earlier === nonePending && begun.length === 0) return [{ symbols, pending: nonePending }]
    const { needed, barred } = this.#withBegun(this.#pending[earlier] as Pending, begun)
    const masks = [...barred, ...needed.flat()].flatMap((point) => this.#masksAt(point, before))
    const outcomes = new Map<PendingLookarounds, bigint>()
    for (const piece of splitBy(symbols, masks)) {
      this.#budget.spend(masks.length)
      const stillBarred = this.#follow(barred, before, piece)
      if (stillBarred === undefined) continue
      const stillNeeded = needed
        .map((points) => this.#follow(points, before, piece))
        .filter((points) => points !== undefined)
      if (stillNeeded.some((points) => points.every((point) => stillBarred.includes(point)))) continue
      const pending = this.#numberOf({ needed: stillNeeded, barred: stillBarred })
      outcomes.set(pending, (outcomes.get(pending) ?? 0n) | piece)
    }
    return [...outcomes].map(([pending, members]) => ({ symbols: members, pending }))
  }

  #withBegun({ needed, barred }: Pending, begun: readonly number[]): Pending {
    const lookarounds = begun.map((index) => this.#graph.lookarounds[index] as PatternGraph['lookarounds'][number])
    const starts = (isNegated: boolean) =>
      lookarounds
        .filter((lookaround) => lookaround.isNegated === isNegated)
        .map(({ start }) => this.#target[start] as number)
    return { needed: [...needed, ...starts(false).map((start) => [start])], barred: [...barred, ...starts(true)] }
  }

  #masksAt(point: number, before: bigint): bigint[] {
    const { transitions, arrivals } = this.#closureAt(point)
    return [
      ...transitions.filter((transition) => transition.before & before).map((transition) => transition.symbols),
      ...arrivals.filter((arrival) => arrival.before & before).map((arrival) => arrival.after)
    ]
  }

  /** Returns the points that a lookaround may have reached after a symbol; `undefined` if the lookaround has matched. */
  #follow(points: Points, before: bigint, symbol: bigint): Points | undefined {
    const next = new Set<number>()
    for (const point of points) {
      const { transitions, arrivals } = this.#closureAt(point)
      if (arrivals.some((arrival) => arrival.before & before && arrival.after & symbol)) return undefined
      for (const transition of transitions)
        if (transition.before & before && transition.symbols & symbol) next.add(this.#target[transition.to] as number)
    }
    for (const point of next) if (this.#graph.ends.has(point)) return undefined
    return [...next].sort((one, other) => one - other)
  }

  #closureAt(point: number): EpsilonClosure {
    return this.#closures[point]?.() as EpsilonClosure
  }

  #numberOf({ needed, barred }: Pending): PendingLookarounds {
    const texts = [...new Set(needed.map(String))].sort()
    return getOrCreate(this.#known, `${texts.join(';')}/${barred}`, () => {
      const distinct = texts.map((text) => text.split(',').map(Number))
      return this.#pending.push({ needed: distinct, barred }) - 1
    })
  }
}
