/**
 * Builds the graph of an expression, a nondeterministic automaton with epsilon steps. A character step reads a character. An epsilon step reads none
 * but may have a condition. As in
 * the engine, an optional iteration of a repetition has to read a character.
 */
import type { Alphabet } from './alphabet.ts'
import { type Condition, conditionsOf, isDecidedByOne, unconditional } from './condition.ts'
import { getOrCreate } from './get-or-create.ts'
import { type PatternNode, TooLarge } from './node.ts'

interface CharacterStep {
  readonly to: number
  readonly symbols: bigint
}

interface EpsilonStep {
  readonly to: number
  readonly condition?: Condition
  /** The point where an iteration began. The step is allowed only if the iteration has read a character. */
  readonly unlessEmptySince?: number
}

interface Lookaround {
  readonly start: number
  readonly isNegated: boolean
}

export interface GraphOptions {
  /** Whether the expression is read from right to left, as in a lookbehind. */
  readonly isBackward: boolean
  /** How a repetition with a limit, such as `a{2,5}`, is represented: by copies of its body, or by a loop without a limit. */
  readonly countedAs: 'copies' | 'loops'
  /** Whether the whole body of a lookaround is analysed. Otherwise a lookaround becomes a condition on the next character. */
  readonly followsLookarounds: boolean
}

/** The largest size of a repeated body times its number of copies, in characters. A larger repetition becomes a loop. */
const maxCopied = 2048
const maxPoints = 20_000

export class PatternGraph {
  readonly characterSteps: CharacterStep[][] = []
  readonly steps: EpsilonStep[][] = []
  readonly lookarounds: Lookaround[] = []
  readonly ends = new Set<number>()
  readonly start: number
  readonly end: number
  readonly #alphabet: Alphabet
  readonly #options: GraphOptions
  /** The start points of lookarounds by the source of the body. Lookarounds with equal bodies share a point. */
  readonly #starts = new Map<string, number>()
  #countedAs: GraphOptions['countedAs']

  constructor(pattern: PatternNode, alphabet: Alphabet, options: GraphOptions) {
    this.#alphabet = alphabet
    this.#options = options
    this.#countedAs = options.countedAs
    this.start = this.#addPoint()
    this.end = this.#add(pattern, this.start)
    this.ends.add(this.end)
  }

  /** Adds the nodes of a part of the expression. Returns the point at the end of the part. */
  #add(node: PatternNode, from: number): number {
    if (node.kind === 'character') {
      const to = this.#addPoint()
      this.characterSteps[from]?.push({ to, symbols: this.#alphabet.maskOf(node.set) })
      return to
    }
    if (node.kind === 'sequence') {
      const items = this.#options.isBackward ? node.items.toReversed() : node.items
      return items.reduce((at, item) => this.#add(item, at), from)
    }
    if (node.kind === 'repetition') return this.#addRepetition(node.body, node.min, node.max, from)
    const end = this.#addPoint()
    if (node.kind === 'choice') {
      for (const option of node.options) this.#step(this.#add(option, this.#stepToNew(from)), end)
    } else {
      for (const condition of this.#conditionsOf(node)) this.#step(from, end, { condition })
    }
    return end
  }

  #conditionsOf(node: Exclude<PatternNode, { kind: 'character' | 'sequence' | 'choice' | 'repetition' }>): Condition[] {
    const { followsLookarounds, isBackward } = this.#options
    const isFollowed = followsLookarounds && node.kind === 'lookaround' && node.isAhead !== isBackward
    if (!isFollowed || isDecidedByOne(node, this.#alphabet) || !isPlain(node.body)) {
      return conditionsOf(node, this.#alphabet, isBackward)
    }
    const { isNegated, body } = node
    const start = getOrCreate(this.#starts, JSON.stringify(body), () => this.#addLookaroundBody(body))
    return [{ ...unconditional(this.#alphabet), lookarounds: [this.lookarounds.push({ start, isNegated }) - 1] }]
  }

  #addLookaroundBody(body: PatternNode): number {
    const start = this.#addPoint()
    this.#countedAs = 'copies'
    this.ends.add(this.#add(body, start))
    this.#countedAs = this.#options.countedAs
    return start
  }

  #addRepetition(body: PatternNode, min: number, max: number, from: number): number {
    if (max === 0) return from
    if (max === 1) return min === 1 ? this.#add(body, from) : this.#addOptional(body, from, this.#addPoint())
    if (isCopied(body, min, max) && (this.#countedAs === 'copies' || isOneCharacter(body))) {
      return this.#addCopies(body, min, max, from)
    }
    const isEmpty = mayBeEmpty(body)
    // If the loop represents a repetition with a limit, another iteration is not certain: the engine may have reached the limit.
    const isAgainSure = max === Infinity
    const end = this.#addPoint()
    if (min === 0) this.#step(this.#addLoop(body, from, isAgainSure), end)
    else if (isEmpty) {
      const loop = this.#addLoop(body, this.#add(body, from), isAgainSure, min > 1)
      this.#step(loop, end, min === 1 ? {} : this.#unsure())
    } else {
      const start = this.#stepToNew(from)
      const last = this.#add(body, start)
      this.#step(last, start, isAgainSure ? {} : this.#unsure())
      this.#step(last, end, min === 1 ? {} : this.#unsure())
    }
    return end
  }

  #unsure(): Pick<EpsilonStep, 'condition'> {
    return { condition: { ...unconditional(this.#alphabet), isSure: false } }
  }

  #addCopies(body: PatternNode, min: number, max: number, from: number): number {
    let at = from
    for (let copy = 0; copy < min; copy++) at = this.#add(body, at)
    const end = this.#addPoint()
    if (max === Infinity) {
      this.#step(this.#addLoop(body, at, true), end)
      return end
    }
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

  /**
   * @param isChoice adds the body twice, so that an iteration has two paths. In `(?:a?){2,}`, either of two required iterations can read an `a`
   */
  #addLoop(body: PatternNode, from: number, isAgainSure: boolean, isChoice = false): number {
    const head = this.#stepToNew(from)
    const again = this.#addPoint()
    this.#step(head, again, isAgainSure ? {} : this.#unsure())
    if (isChoice) this.#addIteration(body, again, head)
    this.#addIteration(body, again, head)
    return this.#stepToNew(head)
  }

  #addIteration(body: PatternNode, from: number, to: number): number {
    const start = this.#stepToNew(from)
    this.#step(this.#add(body, start), to, { unlessEmptySince: start })
    return to
  }

  #step(from: number, to: number, rest: Omit<EpsilonStep, 'to'> = {}): void {
    this.steps[from]?.push({ to, ...rest })
  }

  #stepToNew(from: number): number {
    const to = this.#addPoint()
    this.#step(from, to)
    return to
  }

  #addPoint(): number {
    if (this.steps.length >= maxPoints) throw new TooLarge()
    this.characterSteps.push([])
    return this.steps.push([]) - 1
  }
}

function sizeOf(node: PatternNode): number {
  if (node.kind === 'character') return 1
  if (node.kind === 'sequence') return node.items.reduce((size, item) => size + sizeOf(item), 0)
  if (node.kind === 'choice') return node.options.reduce((size, option) => size + sizeOf(option), 0)
  if (node.kind !== 'repetition') return 0
  return sizeOf(node.body) * copiesOf(node.min, node.max)
}

function isCopied(body: PatternNode, min: number, max: number): boolean {
  const copies = copiesOf(min, max)
  return copies > 1 && copies * Math.max(1, sizeOf(body)) <= maxCopied
}

const copiesOf = (min: number, max: number) => (Number.isFinite(max) ? max : min > 1 ? min + 1 : 1)

function isOneCharacter(node: PatternNode): boolean {
  const parts = node.kind === 'sequence' ? node.items : node.kind === 'choice' ? node.options : []
  return node.kind === 'character' || (parts.length === 1 && parts.every(isOneCharacter))
}

/** Whether the body of a lookaround can be analysed. It must contain no lookaround and no back reference, and must not be too large. */
function isPlain(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.items.every(isPlain)
  if (node.kind === 'choice') return node.options.every(isPlain)
  if (node.kind === 'repetition')
    return copiesOf(node.min, node.max) * sizeOf(node.body) <= maxCopied && isPlain(node.body)
  return node.kind !== 'lookaround' && node.kind !== 'unsure'
}

function mayBeEmpty(node: PatternNode): boolean {
  if (node.kind === 'character') return false
  if (node.kind === 'sequence') return node.items.every(mayBeEmpty)
  if (node.kind === 'choice') return node.options.some(mayBeEmpty)
  return node.kind !== 'repetition' || node.min === 0 || mayBeEmpty(node.body)
}
