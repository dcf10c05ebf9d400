/** The epsilon closure of a point in the graph: the transitions that the engine can reach by steps that read no character. */
import type { Alphabet } from './alphabet.ts'
import { both, type Condition, unconditional } from './condition.ts'
import type { PatternGraph } from './graph.ts'
import { TooLarge } from './node.ts'

/** Limits the steps of an analysis. Steps are counted, and not time, so that the result is the same on every machine. */
export class Budget {
  #left: number

  constructor(steps: number) {
    this.#left = steps
  }

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooLarge()
  }
}

/** Epsilon steps, followed by one step that reads a character. `paths` counts the sequences of epsilon steps that lead to the same character step. */
interface Transition extends Pick<Condition, 'before' | 'lookarounds'> {
  readonly to: number
  readonly symbols: bigint
  isSure: boolean
  paths: number
}

export interface EpsilonClosure {
  readonly transitions: readonly Transition[]
  /** Conditions under which the engine certainly reaches the end of the expression without reading a character. */
  readonly arrivals: readonly Condition[]
}

export function epsilonClosureOf(
  { characterSteps, steps, ends }: PatternGraph,
  alphabet: Alphabet,
  start: number,
  budget: Budget
): EpsilonClosure {
  const found = new Map<string, Transition>()
  const arrivals = new Map<string, Condition>()
  const trail: number[] = []
  const walk = (point: number, condition: Condition): void => {
    budget.spend(1)
    const { before, after, isSure, lookarounds } = condition
    if (before === 0n || after === 0n) return
    trail.push(point)
    if (isSure && ends.has(point)) arrivals.set(`${before}/${after}/${lookarounds}`, condition)
    for (const step of characterSteps[point] ?? []) {
      const { to } = step
      const symbols = step.symbols & after
      const key = `${to}/${before}/${symbols}/${lookarounds}`
      const same = found.get(key)
      if (same !== undefined) {
        same.paths++
        same.isSure ||= isSure
      } else if (symbols !== 0n) found.set(key, { to, before, symbols, lookarounds, isSure, paths: 1 })
    }
    for (const step of steps[point] ?? []) {
      if (step.unlessEmptySince !== undefined && trail.includes(step.unlessEmptySince)) continue
      walk(step.to, step.condition === undefined ? condition : both(condition, step.condition))
    }
    trail.pop()
  }
  walk(start, unconditional(alphabet))
  return { transitions: [...found.values()], arrivals: [...arrivals.values()] }
}

/** Follows epsilon steps without a condition while there is no other step. The points in between need no states in the automaton. */
export function skipPlainSteps({ characterSteps, steps, ends }: PatternGraph, from: number): number {
  let point = from
  for (;;) {
    const [only, ...others] = steps[point] ?? []
    const isPlain = only?.condition === undefined && only?.unlessEmptySince === undefined
    if (only === undefined || others.length > 0 || !isPlain || ends.has(point) || characterSteps[point]?.length)
      return point
    point = only.to
  }
}
