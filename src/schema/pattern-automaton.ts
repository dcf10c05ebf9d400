/**
 * A pattern as states between characters: which symbols lead from one to which others, and on how many ways. A state knows as much of the symbol
 * before it as the conditions of the pattern ask. No edge leads to a state at which the whole pattern has matched, whatever comes: who arrives
 * there succeeds in the end, and never comes back to try another way.
 */

import { once } from './once.ts'
import type { Alphabet } from './pattern-alphabet.ts'
import { both, type Condition } from './pattern-condition.ts'
import type { PatternGraph } from './pattern-graph.ts'
import { TooLarge } from './pattern-syntax.ts'
import { remember } from './remember.ts'

export interface Edge {
  readonly to: number
  readonly symbols: bigint
  readonly ways: number
}

/** What an analysis may still cost; it ends after the same steps on every machine. */
export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  /** @throws TooLarge */
  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooLarge()
  }
}

export interface Automaton {
  /** What leads on from each state. */
  readonly edges: readonly (readonly Edge[])[]
}

/** What can be read from a point: by steps that take no character, and one that does. */
interface Way {
  readonly to: number
  readonly before: bigint
  readonly symbols: bigint
  ways: number
}

interface Departure {
  readonly ways: readonly Way[]
  /** After which symbols the end is near, surely and whatever comes. */
  readonly matchedAfter: bigint
}

export function buildAutomaton(graph: PatternGraph, alphabet: Alphabet, budget: Budget): Automaton {
  const departures = graph.steps.map((_, point) => once(() => departFrom(graph, alphabet, point, budget)))
  const target = graph.steps.map((_, point) => skipPlainSteps(graph, point))
  const classes = classesOf(graph, alphabet)
  const known = new Map<number, number>()
  const edges: Edge[][] = []
  const places: { readonly point: number; readonly before: number }[] = []
  const stateAt = (point: number, before: number) =>
    remember(known, point * classes.length + before, () => places.push({ point, before }) - 1)
  const isMatched = (point: number, before: number) =>
    ((departures[point]?.().matchedAfter ?? 0n) & (classes[before] as bigint)) !== 0n

  // The search may begin anywhere in the text.
  for (const before of classes.keys()) stateAt(target[graph.start] as number, before)
  for (let state = 0; state < places.length; state++) {
    const { point, before } = places[state] as (typeof places)[number]
    const found: Edge[] = []
    for (const way of departures[point]?.().ways ?? []) {
      if ((way.before & (classes[before] as bigint)) === 0n) continue
      for (const [next, members] of classes.entries()) {
        budget.spend(1)
        const symbols = way.symbols & members
        if (symbols === 0n) continue
        const to = stateAt(target[way.to] as number, next)
        if (!isMatched(target[way.to] as number, next)) found.push({ to, symbols, ways: way.ways })
      }
    }
    edges.push(found)
  }
  return { edges }
}

function departFrom(
  { readings, steps, end }: PatternGraph,
  alphabet: Alphabet,
  start: number,
  budget: Budget
): Departure {
  const found = new Map<string, Way>()
  let matchedAfter = 0n
  const trail: number[] = []
  const walk = (point: number, condition: Condition): void => {
    budget.spend(1)
    if (condition.before === 0n || condition.after === 0n) return
    trail.push(point)
    if (point === end && condition.isSure && condition.after === alphabet.all) matchedAfter |= condition.before
    for (const { to, symbols } of readings[point] ?? []) {
      const way = { to, before: condition.before, symbols: symbols & condition.after, ways: 1 }
      const key = `${to}/${way.before}/${way.symbols}`
      const same = found.get(key)
      if (same !== undefined) same.ways++
      else if (way.symbols !== 0n) found.set(key, way)
    }
    for (const step of steps[point] ?? []) {
      if (step.unlessEmptySince !== undefined && trail.includes(step.unlessEmptySince)) continue
      walk(step.to, step.condition === undefined ? condition : both(condition, step.condition))
    }
    trail.pop()
  }
  walk(start, { before: alphabet.all, after: alphabet.all, isSure: true })
  return { ways: [...found.values()], matchedAfter }
}

/** Where a point leads that does nothing but lead there. */
function skipPlainSteps({ readings, steps, end }: PatternGraph, from: number): number {
  let point = from
  for (;;) {
    const [only, ...others] = steps[point] ?? []
    const isPlain = only?.condition === undefined && only?.unlessEmptySince === undefined
    if (only === undefined || others.length > 0 || !isPlain || point === end || readings[point]?.length) return point
    point = only.to
  }
}

/** The symbols, and the edge, in classes that no condition on the symbol before tells apart. */
function classesOf({ steps }: PatternGraph, { all }: Alphabet): bigint[] {
  let classes = [all]
  const masks = new Set(steps.flat().flatMap(({ condition }) => condition?.before ?? []))
  for (const mask of masks) {
    classes = classes.flatMap((members) => [members & mask, members & ~mask]).filter((members) => members !== 0n)
  }
  return classes
}
