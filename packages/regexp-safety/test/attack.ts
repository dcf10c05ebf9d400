/**
 * Searches texts that make an expression slow: a prefix that leads to a repetition, a text repeated many times, and a suffix that does not match. A
 * seeded generator derives all of them from the expression.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { countSteps } from './backtracking.ts'

export interface Attack {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
}

const endings = ['\u0000', '!', '', '\n\n', ',', ' ', ' !', 'a']
const limit = 100_000
const longest = 96
const fewest = 20
const affordable = 800_000

export const textOf = ({ prefix, pump, suffix }: Attack, times: number) => prefix + pump.repeat(times) + suffix

function* timesOf({ pump }: Attack, source: string): Generator<number> {
  yield Math.max(fewest, Math.floor(longest / pump.length))
  if (/\{\d\d/.test(source) && longest / pump.length > fewest) yield fewest
}

/** Returns an attack for which the steps grow exponentially; `undefined` if none is found within `affordable` steps. */
export function findAttack(source: string, flags: string, pumps: readonly string[] = []): Attack | undefined {
  let spent = 0
  for (const attack of attacksOn(source, flags, pumps)) {
    for (const times of timesOf(attack, source)) {
      const steps = countSteps(source, flags, textOf(attack, times), limit)
      if (steps >= limit && isExponential(source, flags, attack, times)) return attack
      spent += steps
    }
    if (spent > affordable) return undefined
  }
  return undefined
}

/**
 * Finds the number of repetitions at which `most` steps are reached. Growth is exponential if two more repetitions multiply the steps there nearly as
 * much as at half that number. For polynomial growth, the factor would approach one.
 */
function isExponential(source: string, flags: string, attack: Attack, enough: number, most = limit): boolean {
  const steps = (times: number) => countSteps(source, flags, textOf(attack, times), most)
  let tooMany = enough
  if (steps(tooMany) < most) return false
  let times = 0
  while (tooMany - times > 1) {
    const middle = Math.floor((times + tooMany) / 2)
    if (steps(middle) < most) times = middle
    else tooMany = middle
  }
  if (times < 7) return most > limit || isExponential(source, flags, attack, enough, 5 * limit)
  const growth = (at: number) => Math.log(steps(at) / steps(at - 2))
  return growth(times) > 0.8 * growth(Math.ceil(times / 2) + 1)
}

export function* attacksOn(source: string, flags: string, pumps: readonly string[] = []): Generator<Attack> {
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode: flags.includes('u') })
  const sampler = new Sampler(flags)
  const places = quantifiersIn(pattern).map((quantifier) => {
    const prefixes = [sampler.before(quantifier, true), sampler.before(quantifier), sampler.before(quantifier)]
    const outside = source.includes('(?<')
      ? prefixes.flatMap((prefix) => ['!', ',', ' '].map((before) => before + prefix))
      : []
    return { prefixes: new Set([...prefixes, ...outside]), own: sampler.pumpsOf(quantifier) }
  })
  for (const { prefixes } of places) yield* combine(prefixes, pumps)
  for (const { prefixes, own } of places) yield* combine(prefixes, own)
}

function* combine(prefixes: Iterable<string>, pumps: Iterable<string>): Generator<Attack> {
  for (const pump of pumps) {
    for (const prefix of prefixes) for (const suffix of endings) yield { prefix, pump, suffix }
  }
}

function quantifiersIn(node: AST.Node): AST.Quantifier[] {
  const own = node.type === 'Quantifier' && node.max > 1 ? [node] : []
  return [...own, ...childrenOf(node).flatMap(quantifiersIn)]
}

function childrenOf(node: AST.Node): readonly AST.Node[] {
  if (node.type === 'Quantifier') return [node.element]
  if ('alternatives' in node) return node.alternatives
  return node.type === 'Alternative' ? node.elements : []
}

const usual = [...' !"#$%&\'()*+,-./09:;<=>?@AZ[\\]^_`az{|}~\t\n\u00e9\u0e01\u1005\u{1f605}\u4e2d']

class Sampler {
  readonly #flags: string
  readonly #captured = new Map<AST.Node, string>()
  #seed = 1

  constructor(flags: string) {
    this.#flags = flags.replace(/[gym]/g, '')
  }

  /** @param isLeast makes the text before a part of the expression as short as possible */
  before(node: AST.Node, isLeast = false): string {
    const parent = node.parent as AST.Node | null
    if (parent === null) return ''
    if (parent.type !== 'Alternative') return this.before(parent, isLeast)
    const earlier = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
    return this.before(parent, isLeast) + earlier.map((element) => this.#sample(element, isLeast)).join('')
  }

  pumpsOf({ element }: AST.Quantifier): Set<string> {
    const texts = Array.from({ length: 8 }, () => this.#sample(element)).filter((text) => text !== '')
    const characters = [...new Set(texts.join(''))].slice(0, 5)
    const pairs = characters.slice(0, 3).flatMap((one) => characters.slice(0, 3).map((other) => one + other))
    return new Set([...texts.map((text) => text.slice(0, 8)), ...characters, ...pairs])
  }

  #sample(node: AST.Element, isLeast = false): string {
    if (node.type === 'Quantifier') {
      const times = Math.min(node.max, isLeast ? node.min : node.min + this.#below(3))
      return Array.from({ length: Math.min(times, 20) }, () => this.#sample(node.element, isLeast)).join('')
    }
    if (node.type === 'Group' || node.type === 'CapturingGroup') {
      const { elements } = node.alternatives[this.#below(node.alternatives.length)] as AST.Alternative
      const text = elements.map((element) => this.#sample(element, isLeast)).join('')
      this.#captured.set(node, text)
      return text
    }
    if (node.type === 'Character') return String.fromCodePoint(node.value)
    if (node.type === 'Backreference')
      return [node.resolved]
        .flat()
        .map((group) => this.#captured.get(group))
        .join('')
    if (node.type === 'Assertion') return ''
    const named = 'elements' in node ? node.elements.flatMap(charactersOf) : []
    const expression = new RegExp(`^(?:${node.raw})$`, this.#flags)
    const members = [...named, ...usual].filter((character) => expression.test(character))
    return members[this.#below(members.length)] ?? ''
  }

  #below(limit: number): number {
    this.#seed = (this.#seed * 48_271) % 2_147_483_647
    return this.#seed % Math.max(1, limit)
  }
}

function charactersOf(element: AST.Node): string[] {
  if (element.type === 'Character') return [String.fromCodePoint(element.value)]
  if (element.type !== 'CharacterClassRange') return []
  const { min, max } = element
  return [min.value, Math.floor((min.value + max.value) / 2), max.value].map((code) => String.fromCodePoint(code))
}
