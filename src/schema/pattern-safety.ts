/**
 * Finds regular expressions that can take exponential time, such as `(a+)+$`: a few dozen characters from a client then hold
 * the process for as long as it lives.
 *
 * An expression backtracks exponentially exactly if some text leads from a place inside a repetition back to it along two
 * different ways: n such texts can then be read in 2^n ways. The expression becomes a graph whose nodes are its characters and
 * whose edges say which may follow which; two walkers start at one node, read the same characters, and must never part and meet
 * again at a node that leads back. (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991: EDA.)
 *
 * Expressions of polynomial cost pass, and so do those whose danger lies in lookarounds, back references or sheer size.
 */
import { type PatternNode, readPattern } from './pattern-syntax.ts'

/** A part of the graph: where it may begin and end, and whether it may be skipped. */
interface Fragment {
  readonly first: readonly number[]
  readonly last: readonly number[]
  readonly isOptional: boolean
}

/** For each node the nodes that may follow, with the number of ways. */
type Followers = Map<number, number>[]

/** A repetition of up to this many is written out; beyond, 2^n ways are too many whether there is an end or not. */
const writtenOut = 10
const maxNodes = 400

/** Tells whether matching a text against an expression can take time exponential in the text's length. */
export function isExponential(source: string, flags: string): boolean {
  // Only a repeated group can be read in two ways.
  if (!/\)[*+{]/.test(source)) return false
  const { characters, followers } = buildGraph(readPattern(source))
  if (characters.length > maxNodes) return false
  const masks = toMasks(characters, flags)
  return findLoops(followers).some((loop) => hasTwoWays(loop, followers, masks))
}

function buildGraph(root: PatternNode): { characters: string[]; followers: Followers } {
  const characters: string[] = []
  const followers: Followers = []
  const skip: Fragment = { first: [], last: [], isOptional: true }

  const connect = (from: readonly number[], to: readonly number[]) => {
    for (const one of from) for (const next of to) followers[one]?.set(next, (followers[one]?.get(next) ?? 0) + 1)
  }
  const join = (left: Fragment, right: Fragment): Fragment => {
    connect(left.last, right.first)
    return {
      first: left.isOptional ? [...left.first, ...right.first] : left.first,
      last: right.isOptional ? [...left.last, ...right.last] : right.last,
      isOptional: left.isOptional && right.isOptional
    }
  }
  const repeat = (body: PatternNode, min: number, max: number): Fragment => {
    if (max === 0 || characters.length > maxNodes) return skip
    const one = build(body)
    if (max > writtenOut) {
      connect(one.last, one.first)
      return { ...one, isOptional: one.isOptional || min === 0 }
    }
    const all = join(one, repeat(body, Math.max(min - 1, 0), max - 1))
    return { ...all, isOptional: all.isOptional || min === 0 }
  }
  const build = (node: PatternNode): Fragment => {
    if (node.kind === 'repetition') return repeat(node.body, node.min, node.max)
    if (node.kind === 'sequence') return node.items.map(build).reduceRight((rest, item) => join(item, rest), skip)
    if (node.kind === 'choice') {
      const options = node.options.map(build)
      return {
        first: options.flatMap(({ first }) => first),
        last: options.flatMap(({ last }) => last),
        isOptional: options.some(({ isOptional }) => isOptional)
      }
    }
    const id = characters.push(node.source) - 1
    followers.push(new Map())
    return { first: [id], last: [id], isOptional: false }
  }

  build(root)
  return { characters, followers }
}

/** Sets of characters as bits over a sample: Latin, one of each larger script, and what the expression itself names. */
function toMasks(characters: readonly string[], flags: string): bigint[] {
  const latin = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code))
  const sample = [...new Set([...latin, ...'Āſαжשعकあ漢한٣\u2028\u3000\ufeff😀𝒜', ...characters.join('')])]
  const known = new Map<string, bigint>()
  return characters.map((source) => {
    const mask = known.get(source) ?? toMask(new RegExp(`^(?:${source})$`, flags), sample)
    known.set(source, mask)
    return mask
  })
}

function toMask(expression: RegExp, sample: readonly string[]): bigint {
  return sample.reduce((mask, character, bit) => (expression.test(character) ? mask | (1n << BigInt(bit)) : mask), 0n)
}

/** Groups the nodes that lead to each other. */
function findLoops(followers: Followers): Set<number>[] {
  const reachable = followers.map((_, node) => reachFrom([node], (from) => [...(followers[from]?.keys() ?? [])]))
  const grouped = new Set<number>()
  const loops: Set<number>[] = []
  for (const [node, reached] of reachable.entries()) {
    if (grouped.has(node) || !reached.has(node)) continue
    const loop = new Set([...reached].filter((other) => reachable[other]?.has(node)))
    for (const member of loop) grouped.add(member)
    loops.push(loop)
  }
  return loops
}

/**
 * Inside a loop every node leads to every other, so two walkers who part and later stand together anywhere in it can be led
 * back to where they parted.
 */
function hasTwoWays(loop: ReadonlySet<number>, followers: Followers, masks: readonly bigint[]): boolean {
  const inside = (node: number) => [...(followers[node] ?? [])].filter(([next]) => loop.has(next))
  if ([...loop].some((node) => inside(node).some(([, ways]) => ways > 1))) return true

  const size = followers.length
  const sources = new Map<number, number[]>()
  const step = (pair: number) => {
    const pairs = inside(Math.trunc(pair / size)).flatMap(([left]) =>
      inside(pair % size)
        .filter(([right]) => ((masks[left] ?? 0n) & (masks[right] ?? 0n)) !== 0n)
        .map(([right]) => left * size + right)
    )
    for (const next of pairs) sources.set(next, [...(sources.get(next) ?? []), pair])
    return pairs
  }
  const together = [...loop].map((node) => node * size + node)
  const parted = reachFrom(together, step)
  const reunited = reachFrom(together, (pair) => sources.get(pair) ?? [])
  return [...parted].some((pair) => Math.trunc(pair / size) !== pair % size && reunited.has(pair))
}

/** Everything that one or more steps lead to. */
function reachFrom(starts: readonly number[], step: (from: number) => readonly number[]): Set<number> {
  const reached = new Set<number>()
  const visited = new Set(starts)
  const pending = [...starts]
  for (let from = pending.pop(); from !== undefined; from = pending.pop()) {
    for (const next of step(from)) {
      reached.add(next)
      if (!visited.has(next)) pending.push(next)
      visited.add(next)
    }
  }
  return reached
}
