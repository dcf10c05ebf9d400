/**
 * A backtracking matcher after the ECMAScript specification. It counts steps, so that costs are measured without a clock. To judge the analysis, it
 * shares no code with it.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

class TooManySteps extends Error {}

type Next = (at: number) => boolean
type Matcher = (at: number, next: Next) => boolean

export function countSteps(source: string, flags: string, text: string, limit: number): number {
  const machine = new Machine(source, flags, text, limit)
  machine.search()
  return machine.steps
}

class Machine {
  steps = 0
  readonly #limit: number
  readonly #characters: readonly string[]
  readonly #flags: string
  readonly #pattern: AST.Pattern
  readonly #captures = new Map<AST.CapturingGroup, readonly string[]>()
  readonly #leaves = new Map<string, (character: string) => boolean>()

  constructor(source: string, flags: string, text: string, limit: number) {
    this.#flags = flags
    this.#limit = limit
    this.#characters = flags.includes('u') ? [...text] : text.split('')
    this.#pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
  }

  search(): boolean {
    const match = this.#choice(this.#pattern.alternatives, false)
    try {
      for (let at = 0; at <= this.#characters.length; at++) if (match(at, () => true)) return true
      return false
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error
      this.steps = this.#limit
      return false
    }
  }

  #choice(alternatives: readonly AST.Alternative[], isBackward: boolean): Matcher {
    const options = alternatives.map(({ elements }) => {
      const matchers = elements.map((element) => this.#element(element, isBackward))
      if (!isBackward) matchers.reverse()
      return matchers.reduce<Matcher>(
        (rest, matcher) => (at, next) => matcher(at, (then) => rest(then, next)),
        (at, next) => next(at)
      )
    })
    return (at, next) => options.some((option) => option(at, next))
  }

  #element(element: AST.Element, isBackward: boolean): Matcher {
    if (element.type === 'Group') return this.#choice(element.alternatives, isBackward)
    if (element.type === 'CapturingGroup') return this.#capture(element, isBackward)
    if (element.type === 'Quantifier') return this.#repeat(element, isBackward)
    if (element.type === 'Assertion') return this.#assertion(element)
    if (element.type === 'Backreference') return this.#reference(element, isBackward)
    const isMember = this.#leaf(element.raw)
    return (at, next) => {
      this.#count()
      const character = this.#characters[isBackward ? at - 1 : at]
      return character !== undefined && isMember(character) && next(isBackward ? at - 1 : at + 1)
    }
  }

  #repeat({ element, min, max, greedy }: AST.Quantifier, isBackward: boolean): Matcher {
    const body = this.#element(element, isBackward)
    const iterate = (done: number, at: number, next: Next): boolean => {
      const again = () => done < max && body(at, (then) => (then !== at || done < min) && iterate(done + 1, then, next))
      if (done < min) return again()
      return greedy ? again() || next(at) : next(at) || again()
    }
    return (at, next) => iterate(0, at, next)
  }

  #capture(group: AST.CapturingGroup, isBackward: boolean): Matcher {
    const body = this.#choice(group.alternatives, isBackward)
    return (at, next) =>
      body(at, (then) => {
        const before = this.#captures.get(group)
        this.#captures.set(group, this.#characters.slice(Math.min(at, then), Math.max(at, then)))
        if (next(then)) return true
        if (before === undefined) this.#captures.delete(group)
        else this.#captures.set(group, before)
        return false
      })
  }

  #reference({ resolved }: AST.Backreference, isBackward: boolean): Matcher {
    return (at, next) => {
      this.#count()
      const group = [resolved].flat().find((one) => this.#captures.has(one))
      const captured = group === undefined ? [] : (this.#captures.get(group) ?? [])
      const start = isBackward ? at - captured.length : at
      if (!captured.every((character, offset) => this.#characters[start + offset] === character)) return false
      return next(isBackward ? start : at + captured.length)
    }
  }

  #assertion(assertion: AST.Assertion): Matcher {
    if (assertion.kind === 'lookahead' || assertion.kind === 'lookbehind') {
      const body = this.#choice(assertion.alternatives, assertion.kind === 'lookbehind')
      return (at, next) => body(at, () => true) !== assertion.negate && next(at)
    }
    const isWord = this.#leaf('\\w')
    const has = (at: number) => this.#characters[at] !== undefined && isWord(this.#characters[at])
    return (at, next) => {
      this.#count()
      if (assertion.kind === 'word') return (has(at - 1) !== has(at)) !== assertion.negate && next(at)
      const isLine = this.#flags.includes('m')
      const neighbour = this.#characters[assertion.kind === 'start' ? at - 1 : at]
      return (neighbour === undefined || (isLine && /[\n\r\u2028\u2029]/.test(neighbour))) && next(at)
    }
  }

  #leaf(raw: string): (character: string) => boolean {
    const known = this.#leaves.get(raw)
    if (known !== undefined) return known
    const expression = new RegExp(`^(?:${raw})$`, this.#flags.replace(/[gym]/g, ''))
    const answers = new Map<string, boolean>()
    const isMember = (character: string) => {
      const answer = answers.get(character) ?? expression.test(character)
      answers.set(character, answer)
      return answer
    }
    this.#leaves.set(raw, isMember)
    return isMember
  }

  #count(): void {
    if (++this.steps >= this.#limit) throw new TooManySteps()
  }
}
