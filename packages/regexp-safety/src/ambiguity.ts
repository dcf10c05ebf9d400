/**
 * Finds texts that an automaton reads in two ways from a state back to that state: n of them can be read in 2^n ways. (Weber and Seidl, "On the degree
 * of ambiguity of finite automata", 1991: EDA.) The search follows two walkers from one state that read the same symbols. If they separate and meet
 * again at a state that leads back, there is such a text.
 */
import type { Alphabet } from './alphabet.ts'
import type { Automaton, Edge } from './automaton.ts'
import type { Budget } from './departure.ts'

export interface Loop {
  readonly states: ReadonlySet<number>
  /** Texts that are read in two ways from a state back to it, computed lazily. */
  readonly texts: Iterator<string> & Iterable<string>
}

/** Finds the strongly connected parts of an automaton. */
export function* findTwoWays({ edges }: Automaton, alphabet: Alphabet, budget: Budget): Generator<Loop> {
  for (const states of findLoops(edges, budget)) {
    const inside = new Map([...states].map((state) => [state, (edges[state] ?? []).filter(({ to }) => states.has(to))]))
    yield { states, texts: findInLoop(inside, alphabet, budget) }
  }
}

type Inside = ReadonlyMap<number, readonly Edge[]>

/** Two walkers, the previous pair, and the symbols of their last step. */
interface Pair {
  readonly left: number
  readonly right: number
  readonly from?: Pair
  readonly symbols?: bigint
}

function* findInLoop(inside: Inside, alphabet: Alphabet, budget: Budget): Generator<string> {
  const visited = new Set<string>()
  const known = new Set<string>()
  const pending: Pair[] = [...inside.keys()].map((state) => ({ left: state, right: state }))
  for (const pair of pending) {
    const { left, right } = pair
    const others = inside.get(right) ?? []
    for (const [at, one] of (inside.get(left) ?? []).entries()) {
      if (left === right && one.ways > 1) yield* newText({ ...pair, left: one.to, from: pair, symbols: one.symbols })
      budget.spend(others.length)
      // The order of the walkers does not matter, and neither does a common step.
      for (const other of left === right ? others.slice(at + 1) : others) {
        const symbols = one.symbols & other.symbols
        if (symbols === 0n) continue
        const next: Pair = { left: one.to, right: other.to, from: pair, symbols }
        if (one.to === other.to) yield* newText(next)
        const key = one.to < other.to ? `${one.to}/${other.to}` : `${other.to}/${one.to}`
        if (visited.has(key)) continue
        visited.add(key)
        pending.push(next)
      }
    }
  }

  function* newText(end: Pair): Generator<string> {
    const text = textOf(end)
    if (!known.has(text)) yield text
    known.add(text)
  }

  function textOf(end: Pair): string {
    budget.spend(inside.size)
    let text = ''
    let start = end
    for (; start.from !== undefined; start = start.from) text = alphabet.sampleOf(start.symbols as bigint) + text
    return text + wayBack(inside, end.left, start.left, alphabet)
  }
}

/** The shortest text that leads from one state to another. */
function wayBack(inside: Inside, from: number, to: number, alphabet: Alphabet): string {
  const texts = new Map([[from, '']])
  for (const [state, text] of texts) {
    if (state === to) return text
    for (const edge of inside.get(state) ?? []) {
      if (!texts.has(edge.to)) texts.set(edge.to, text + alphabet.sampleOf(edge.symbols))
    }
  }
  return ''
}

/** Finds strongly connected states (Tarjan's algorithm, without recursion). */
function findLoops(edges: Automaton['edges'], budget: Budget): Set<number>[] {
  const loops: Set<number>[] = []
  const order: number[] = []
  const lowest: number[] = []
  const stack: number[] = []
  const isOpen: boolean[] = []
  let next = 0
  const enter = (state: number) => {
    order[state] = lowest[state] = next++
    isOpen[state] = true
    stack.push(state)
    return { state, at: 0 }
  }
  for (const root of edges.keys()) {
    if (order[root] !== undefined) continue
    const trail = [enter(root)]
    for (let here = trail.at(-1); here !== undefined; here = trail.at(-1)) {
      budget.spend(1)
      const { state } = here
      const to = edges[state]?.[here.at++]?.to
      if (to === undefined) {
        trail.pop()
        const above = trail.at(-1)
        if (above) lowest[above.state] = Math.min(lowest[above.state] as number, lowest[state] as number)
        if (lowest[state] === order[state]) {
          const loop = new Set(stack.splice(stack.lastIndexOf(state)))
          for (const member of loop) isOpen[member] = false
          if (loop.size > 1 || edges[state]?.some((edge) => edge.to === state)) loops.push(loop)
        }
      } else if (order[to] === undefined) trail.push(enter(to))
      else if (isOpen[to]) lowest[state] = Math.min(lowest[state] as number, order[to])
    }
  }
  return loops
}
