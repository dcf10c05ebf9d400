/**
 * A pattern as a graph of points: an arrow takes a character, or takes none and may ask something of the place. Its repetitions are those of
 * the engine: an iteration that is not required may not be empty.
 */
import type { Alphabet } from './pattern-alphabet.ts'
import { type Condition, conditionsOf } from './pattern-condition.ts'
import { type PatternNode, TooLarge } from './pattern-syntax.ts'

interface Reading {
  readonly to: number
  readonly symbols: bigint
}

interface Step {
  readonly to: number
  readonly condition?: Condition
  /** May not be taken on a way that takes no character since this point. */
  readonly unlessEmptySince?: number
}

/** How the graph shows repetitions that have an end. */
export type CountedAs = 'copies' | 'loops'

/** Copies of a repeated part are made up to this many characters; beyond, the repetition counts as one without an end. */
const maxCopied = 2048
const maxPoints = 20_000

export class PatternGraph {
  readonly readings: Reading[][] = []
  readonly steps: Step[][] = []
  readonly start: number
  readonly end: number
  readonly #alphabet: Alphabet
  readonly #isBackward: boolean
  readonly #countedAs: CountedAs

  constructor(pattern: PatternNode, alphabet: Alphabet, isBackward: boolean, countedAs: CountedAs) {
    this.#alphabet = alphabet
    this.#isBackward = isBackward
    this.#countedAs = countedAs
    this.start = this.#addPoint()
    this.end = this.#add(pattern, this.start)
  }

  /** Adds what leads from a point through a part of the pattern, and returns where it ends. */
  #add(node: PatternNode, from: number): number {
    if (node.kind === 'character') {
      const to = this.#addPoint()
      this.readings[from]?.push({ to, symbols: this.#alphabet.maskOf(node.set) })
      return to
    }
    if (node.kind === 'sequence') {
      const items = this.#isBackward ? node.items.toReversed() : node.items
      return items.reduce((at, item) => this.#add(item, at), from)
    }
    if (node.kind === 'repetition') return this.#addRepetition(node.body, node.min, node.max, from)
    const end = this.#addPoint()
    if (node.kind === 'choice') {
      for (const option of node.options) this.#step(this.#add(option, this.#stepToNew(from)), end)
    } else {
      for (const condition of conditionsOf(node, this.#alphabet, this.#isBackward)) this.#step(from, end, { condition })
    }
    return end
  }

  #addRepetition(body: PatternNode, min: number, max: number, from: number): number {
    if (max === 0) return from
    if (max === 1) return min === 1 ? this.#add(body, from) : this.#addOptional(body, from, this.#addPoint())
    const isEmpty = mayBeEmpty(body)
    const isCopied = this.#countedAs === 'copies' || (sizeOf(body) === 1 && !isEmpty)
    if (Number.isFinite(max) && isCopied && max * sizeOf(body) <= maxCopied)
      return this.#addCopies(body, min, max, from)
    if (min === 0) return this.#addLoop(body, from)
    if (isEmpty) {
      return this.#addLoop(body, this.#add(body, from), min > 1)
    }
    const start = this.#stepToNew(from)
    const end = this.#add(body, start)
    this.#step(end, start)
    return this.#stepToNew(end)
  }

  #addCopies(body: PatternNode, min: number, max: number, from: number): number {
    let at = from
    for (let copy = 0; copy < min; copy++) at = this.#add(body, at)
    const end = this.#addPoint()
    for (let copy = min; copy < max; copy++) {
      this.#step(at, end)
      at = this.#addIteration(body, at, this.#addPoint())
    }
    this.#step(at, end)
    return end
  }

  #addOptional(body: PatternNode, from: number, end: number): number {
    this.#step(from, end)
    return this.#addIteration(body, from, end)
  }

  /** @param isChoice whether some of the iterations may be empty, so that there is a choice of those that are not */
  #addLoop(body: PatternNode, from: number, isChoice = false): number {
    const head = this.#stepToNew(from)
    if (isChoice) this.#addIteration(body, head, head)
    this.#addIteration(body, head, head)
    return this.#stepToNew(head)
  }

  /** Adds an iteration that may not be empty. */
  #addIteration(body: PatternNode, from: number, to: number): number {
    const start = this.#stepToNew(from)
    this.#step(this.#add(body, start), to, { unlessEmptySince: start })
    return to
  }

  #step(from: number, to: number, rest: Omit<Step, 'to'> = {}): void {
    this.steps[from]?.push({ to, ...rest })
  }

  #stepToNew(from: number): number {
    const to = this.#addPoint()
    this.#step(from, to)
    return to
  }

  #addPoint(): number {
    if (this.steps.length >= maxPoints) throw new TooLarge()
    this.readings.push([])
    return this.steps.push([]) - 1
  }
}

/** How many characters a part of a pattern names, with its copies. */
function sizeOf(node: PatternNode): number {
  if (node.kind === 'character') return 1
  if (node.kind === 'sequence') return node.items.reduce((size, item) => size + sizeOf(item), 0)
  if (node.kind === 'choice') return node.options.reduce((size, option) => size + sizeOf(option), 0)
  if (node.kind !== 'repetition') return 0
  return sizeOf(node.body) * (Number.isFinite(node.max) ? node.max : Math.max(1, node.min))
}

function mayBeEmpty(node: PatternNode): boolean {
  if (node.kind === 'character') return false
  if (node.kind === 'sequence') return node.items.every(mayBeEmpty)
  if (node.kind === 'choice') return node.options.some(mayBeEmpty)
  return node.kind !== 'repetition' || node.min === 0 || mayBeEmpty(node.body)
}
