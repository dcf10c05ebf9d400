/**
 * Follows pending lookarounds. A lookaround is pending while the characters read so far do not decide whether it matches. All points that it may have
 * reached are followed as one set. So a lookaround with two paths does not double the paths of the whole expression.
 */

import { splitBy } from './alphabet.ts'
import type { Budget, EpsilonClosure } from './epsilon-closure.ts'
import { getOrCreate } from './get-or-create.ts'
import type { PatternGraph } from './graph.ts'

type Points = readonly number[]

/** The points that pending lookarounds may have reached. A lookaround that must match has its own set. All others share one set. */
interface Pending {
  readonly mustMatch: readonly Points[]
  readonly mustNotMatch: Points
}

export type PendingLookarounds = number

export const nonePending: PendingLookarounds = 0

export class PendingTable {
  readonly #pending: Pending[] = [{ mustMatch: [], mustNotMatch: [] }]
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
   * Returns which lookarounds are pending after each symbol. The lookarounds `begun` begin before the symbol. Symbols by which a lookaround fails are
   * omitted.
   */
  advance(
    earlier: PendingLookarounds,
    begun: readonly number[],
    before: bigint,
    symbols: bigint
  ): { readonly symbols: bigint; readonly pending: PendingLookarounds }[] {
    if (earlier === nonePending && begun.length === 0) return [{ symbols, pending: nonePending }]
    const { mustMatch, mustNotMatch } = this.#withBegun(this.#pending[earlier] as Pending, begun)
    const masks = [...mustNotMatch, ...mustMatch.flat()].flatMap((point) => this.#masksAt(point, before))
    const outcomes = new Map<PendingLookarounds, bigint>()
    for (const piece of splitBy(symbols, masks)) {
      this.#budget.spend(masks.length)
      const mustNotMatchNext = this.#follow(mustNotMatch, before, piece)
      if (mustNotMatchNext === undefined) continue
      const mustMatchNext = mustMatch
        .map((points) => this.#follow(points, before, piece))
        .filter((points) => points !== undefined)
      if (mustMatchNext.some((points) => points.every((point) => mustNotMatchNext.includes(point)))) continue
      const pending = this.#numberOf({ mustMatch: mustMatchNext, mustNotMatch: mustNotMatchNext })
      outcomes.set(pending, (outcomes.get(pending) ?? 0n) | piece)
    }
    return [...outcomes].map(([pending, members]) => ({ symbols: members, pending }))
  }

  #withBegun({ mustMatch, mustNotMatch }: Pending, begun: readonly number[]): Pending {
    const lookarounds = begun.map((index) => this.#graph.lookarounds[index] as PatternGraph['lookarounds'][number])
    const starts = (isNegated: boolean) =>
      lookarounds
        .filter((lookaround) => lookaround.isNegated === isNegated)
        .map(({ start }) => this.#target[start] as number)
    return {
      mustMatch: [...mustMatch, ...starts(false).map((start) => [start])],
      mustNotMatch: [...mustNotMatch, ...starts(true)]
    }
  }

  #masksAt(point: number, before: bigint): bigint[] {
    const { transitions, arrivals } = this.#closureAt(point)
    return [
      ...transitions.filter((transition) => transition.before & before).map((transition) => transition.symbols),
      ...arrivals.filter((arrival) => arrival.before & before).map((arrival) => arrival.after)
    ]
  }

  /** Returns the points that a lookaround may have reached after a symbol. Returns `undefined` if the lookaround has matched. */
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

  #numberOf({ mustMatch, mustNotMatch }: Pending): PendingLookarounds {
    const texts = [...new Set(mustMatch.map(String))].sort()
    return getOrCreate(this.#known, `${texts.join(';')}/${mustNotMatch}`, () => {
      const distinct = texts.map((text) => text.split(',').map(Number))
      return this.#pending.push({ mustMatch: distinct, mustNotMatch }) - 1
    })
  }
}
