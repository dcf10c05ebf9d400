/**
 * Finds texts that lead an automaton from a state back to the same state by two paths. Then n repetitions of the text have 2^n paths. The literature
 * calls this exponential degree of ambiguity (Weber and Seidl, "On the degree of ambiguity of finite automata", 1991).
 *
 * The search starts with two paths in the same state, and lets both read the same symbols. It visits the pairs of states that they reach. A text is
 * found if the paths separate, meet again, and can return to the first state.
 */
import type { Alphabet } from './alphabet.ts'
import type { Automaton, Edge } from './automaton.ts'
import type { Budget } from './epsilon-closure.ts'

/** A strongly connected component of an automaton: from each of its states, all others can be reached. */
export interface Loop {
  readonly states: ReadonlySet<number>
  /** The texts that lead from a state of this component back to the same state by two paths. Iterating over them runs the search. */
  readonly texts: Iterator<string> & Iterable<string>
}

export function* findAmbiguity({ edges }: Automaton, alphabet: Alphabet, budget: Budget): Generator<Loop> {
  for (const states of findLoops(edges, budget)) {
    const inside = new Map([...states].map((state) => [state, (edges[state] ?? []).filter(({ to }) => states.has(to))]))
    yield { states, texts: findInLoop(inside, alphabet, budget) }
  }
}

type Inside = ReadonlyMap<number, readonly Edge[]>

/** The states that two paths have reached. `from` is the pair before the last step, and the paths read one of `symbols` in this step. */
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
      if (left === right && one.paths > 1) yield* newText({ ...pair, left: one.to, from: pair, symbols: one.symbols })
      budget.spend(others.length)
      // Paths separate by different edges. Swapping the two paths would give the same text, so the second path takes only later edges.
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
    return text + shortestText(inside, end.left, start.left, alphabet)
  }
}

function shortestText(inside: Inside, from: number, to: number, alphabet: Alphabet): string {
  const texts = new Map([[from, '']])
  for (const [state, text] of texts) {
    if (state === to) return text
    for (const edge of inside.get(state) ?? []) {
      if (!texts.has(edge.to)) texts.set(edge.to, text + alphabet.sampleOf(edge.symbols))
    }
  }
  return ''
}

/** Tarjan's algorithm for strongly connected components. It is not recursive, because a long expression would overflow the stack. */
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
