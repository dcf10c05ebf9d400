/**
 * Texts that an automaton reads in two ways from a state back to that state: n of them can be read in 2^n ways. (Weber and Seidl, "On the degree
 * of ambiguity of finite automata", 1991: EDA.) Two walkers leave a state, read the same symbols, and must never part and stand together again
 * at a state that leads back.
 */
import type { Alphabet } from './pattern-alphabet.ts'
import type { Automaton, Budget, Edge } from './pattern-automaton.ts'

/** Finds a text that can be read in two ways from some state back to it; `undefined` if there is none. */
export function findTwoWays(automaton: Automaton, alphabet: Alphabet, budget: Budget): string | undefined {
  const [first] = findAllTwoWays(automaton, alphabet, budget)
  return first
}

/** Finds one such text for each part of the automaton whose states lead to each other. */
export function* findAllTwoWays({ edges }: Automaton, alphabet: Alphabet, budget: Budget): Generator<string> {
  for (const loop of findLoops(edges, budget)) {
    const inside = new Map([...loop].map((state) => [state, (edges[state] ?? []).filter(({ to }) => loop.has(to))]))
    const text = findInLoop(inside, alphabet, budget)
    if (text !== undefined) yield text
  }
}

type Inside = ReadonlyMap<number, readonly Edge[]>

/** Two walkers, how they came to stand where they do, and the symbols of their last step. */
interface Pair {
  readonly left: number
  readonly right: number
  readonly from?: Pair
  readonly symbols?: bigint
}

function findInLoop(inside: Inside, alphabet: Alphabet, budget: Budget): string | undefined {
  const visited = new Set<string>()
  const pending: Pair[] = [...inside.keys()].map((state) => ({ left: state, right: state }))
  for (const pair of pending) {
    const { left, right } = pair
    const others = inside.get(right) ?? []
    for (const [at, one] of (inside.get(left) ?? []).entries()) {
      if (left === right && one.ways > 1) return textOf({ ...pair, left: one.to, from: pair, symbols: one.symbols })
      budget.spend(others.length)
      // Which walker is which does not matter, nor where both take the same step.
      for (const other of left === right ? others.slice(at + 1) : others) {
        const symbols = one.symbols & other.symbols
        if (symbols === 0n) continue
        const next: Pair = { left: one.to, right: other.to, from: pair, symbols }
        if (one.to === other.to) return textOf(next)
        const key = one.to < other.to ? `${one.to}/${other.to}` : `${other.to}/${one.to}`
        if (visited.has(key)) continue
        visited.add(key)
        pending.push(next)
      }
    }
  }
  return undefined

  function textOf(end: Pair): string {
    let text = ''
    let start = end
    for (; start.from !== undefined; start = start.from) text = alphabet.sampleOf(start.symbols as bigint) + text
    return text + wayBack(inside, end.left, start.left, alphabet)
  }
}

/** A text that leads from one state to another, the shortest. */
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

/** Groups the states that lead to each other (Tarjan, without recursion). */
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
