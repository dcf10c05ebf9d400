/** Where a comparison of two schemas stands: on which side of the exchange, what it is about, and what has been compared already. */

import type { Direction, Finding } from './finding.ts'
import type { Flatten } from './flatten.ts'

export interface Spot {
  readonly direction: Direction
  /** What holds the value: `the body`, `the query parameter 'limit'`, `the answer 200`. */
  readonly holder: string
  /** Names from there to the value: `items[].name`; empty for the whole. */
  readonly path: string
  /** Whether the value travels as text, so that a text takes whatever was a number. */
  readonly isText: boolean
  readonly before: Flatten
  readonly after: Flatten
  /** Pairs of schemas that have been compared, or are: what recurs says no more. */
  readonly seen: Pairs
}

/** Compares two schemas; what compares a part of them is given it for the schemas inside. */
export type Compare = (given: unknown, now: unknown, spot: Spot) => Finding[]

/** The subject of a sentence. */
export function subjectOf({ holder, path }: Spot): string {
  const subject = path === '' ? holder : `'${path}' of ${holder}`
  return subject.charAt(0).toUpperCase() + subject.slice(1)
}

export const inside = (spot: Spot, name: string): Spot => ({
  ...spot,
  path: spot.path === '' || name.startsWith('[') ? `${spot.path}${name}` : `${spot.path}.${name}`
})

/** Pairs of schemas that are known; those of an attempt are forgotten with it. */
export class Pairs {
  readonly #known = new WeakMap<object, WeakSet<object>>()
  readonly #outer: Pairs | undefined

  constructor(outer?: Pairs) {
    this.#outer = outer
  }

  has(before: object, after: object): boolean {
    return this.#known.get(before)?.has(after) === true || this.#outer?.has(before, after) === true
  }

  add(before: object, after: object): void {
    this.#known.set(before, (this.#known.get(before) ?? new WeakSet()).add(after))
  }
}
