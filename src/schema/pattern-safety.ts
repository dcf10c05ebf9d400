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

interface Graph {
  /** An expression for the one character of each node. */
  readonly characters: string[]
  /** For each node the nodes that may follow, with the number of ways. */
  readonly followers: Map<number, number>[]
}

/** A repetition of up to this many is written out; beyond, 2^n ways are too many whether there is an end or not. */
const writtenOut = 10
const maxNodes = 400

/** Tells whether matching a text against an expression can take time exponential in the text's length. */
export function isExponential(source: string, flags: string): boolean {
  // Only a repeated group can be read in two ways.
  if (!/\)[*+{]/.test(source)) return false
  const graph: Graph = { characters: [], followers: [] }
  addNode(graph, readPattern(source))
  if (graph.characters.length > maxNodes) return false
  const masks = toMasks(graph.characters, flags)
  return findLoops(graph).some((loop) => hasTwoWays(loop, graph, masks))
}

const nothing: Fragment = { first: [], last: [], isOptional: true }

function addNode(graph: Graph, node: PatternNode): Fragment {
  if (node.kind === 'repetition') return addRepetition(graph, node.body, node.min, node.max)
  if (node.kind === 'choice') return either(node.options.map((option) => addNode(graph, option)))
  if (node.kind === 'sequence') {
    return node.items
      .map((item) => addNode(graph, item))
      .reduceRight((rest, item) => inSequence(graph, item, rest), nothing)
  }
  const id = graph.characters.push(node.source) - 1
  graph.followers.push(new Map())
  return { first: [id], last: [id], isOptional: false }
}

function addRepetition(graph: Graph, body: PatternNode, min: number, max: number): Fragment {
  if (max === 0 || graph.characters.length > maxNodes) return nothing
  const one = addNode(graph, body)
  if (max > writtenOut) connect(graph, one.last, one.first)
  const all = max > writtenOut ? one : inSequence(graph, one, addRepetition(graph, body, Math.max(min - 1, 0), max - 1))
  return { ...all, isOptional: all.isOptional || min === 0 }
}

function either(options: readonly Fragment[]): Fragment {
  return {
    first: options.flatMap(({ first }) => first),
    last: options.flatMap(({ last }) => last),
    isOptional: options.some(({ isOptional }) => isOptional)
  }
}

function inSequence(graph: Graph, left: Fragment, right: Fragment): Fragment {
  connect(graph, left.last, right.first)
  return {
    first: left.isOptional ? [...left.first, ...right.first] : left.first,
    last: right.isOptional ? [...left.last, ...right.last] : right.last,
    isOptional: left.isOptional && right.isOptional
  }
}

function connect({ followers }: Graph, from: readonly number[], to: readonly number[]): void {
  for (const one of from) for (const next of to) followers[one]?.set(next, (followers[one]?.get(next) ?? 0) + 1)
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
function findLoops({ followers }: Graph): Set<number>[] {
  const reachable = followers.map((_, node) => reachFrom(node, followers))
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
 * Sends two walkers from every node of a loop. Inside it every node leads to every other, so two who part and stand together
 * again, wherever that is, can be led back to where they parted.
 */
function hasTwoWays(loop: ReadonlySet<number>, { followers }: Graph, masks: readonly bigint[]): boolean {
  const inside = followers.map((next) => [...next].filter(([node]) => loop.has(node)))
  if ([...loop].some((node) => inside[node]?.some(([, ways]) => ways > 1))) return true

  const size = followers.length
  const visited = new Set<number>()
  const pending = [...loop].map((node) => node * size + node)
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    const [left, right] = [Math.trunc(pair / size), pair % size]
    for (const [one] of inside[left] ?? []) {
      for (const [other] of inside[right] ?? []) {
        if (((masks[one] ?? 0n) & (masks[other] ?? 0n)) === 0n) continue
        if (one === other && left !== right) return true
        // Which walker is which does not matter.
        const next = Math.min(one, other) * size + Math.max(one, other)
        if (one !== other && !visited.has(next)) pending.push(next)
        visited.add(next)
      }
    }
  }
  return false
}

/** Every node that one or more steps lead to. */
function reachFrom(start: number, followers: Graph['followers']): Set<number> {
  const reached = new Set<number>()
  const pending = [start]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    for (const next of followers[node]?.keys() ?? []) {
      if (!reached.has(next)) pending.push(next)
      reached.add(next)
    }
  }
  return reached
}
