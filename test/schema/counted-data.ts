/** Data that counts its reads, so that the cost of a validator is measured without a clock. */

export function countLooks(data: unknown, run: (data: unknown) => unknown): number {
  let looks = 0
  const watched = new WeakMap<object, object>()
  const watch = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const known = watched.get(value)
    if (known !== undefined) return known
    const proxy: object = new Proxy(value, handler)
    watched.set(value, proxy)
    return proxy
  }
  const handler: ProxyHandler<object> = {
    get(target, key, receiver) {
      looks++
      return watch(Reflect.get(target, key, receiver))
    },
    has(target, key) {
      looks++
      return Reflect.has(target, key)
    },
    ownKeys(target) {
      const keys = Reflect.ownKeys(target)
      looks += keys.length
      return keys
    }
  }
  run(watch(data))
  return looks
}

const turns = 25

/** Validators measure random calls, so that only the sum of many turns is stable. */
export function looksOfTurns(make: () => unknown, run: (data: unknown) => unknown): number {
  return Array.from({ length: turns }, () => countLooks(make(), run)).reduce((sum, looks) => sum + looks)
}

export interface Node {
  i: number | string
  s?: string
  c?: unknown[]
}

export const shapes: Readonly<Record<string, (nodes: number) => Node>> = {
  deep: (nodes) => {
    let node: Node = { i: 0 }
    for (let i = 1; i < nodes; i++) node = { i, s: 'x', c: [node] }
    return node
  },
  'deep, with a sibling at each level': (nodes) => {
    let node: Node = { i: 0 }
    for (let i = 2; i < nodes; i += 2) node = { i, s: 'x', c: [node, { i: 1 }] }
    return node
  },
  wide: (nodes) => ({ i: -1, c: Array.from({ length: nodes }, (_, i) => ({ i, s: `${i}` })) }),
  'repetitive, differing at the end': (nodes) => ({
    i: 0,
    c: Array.from({ length: nodes / 5 }, (_, i) => ({ i: 0, c: [{ i: 0, c: [{ i: 1 }, { i: 2 }, { i: 3 + i }] }] }))
  }),
  'two alike halves at each level': (nodes) => {
    let next = 0
    const half = (size: number): Node => (size < 2 ? { i: next++ } : { i: 0, c: [half(size / 2), half(size / 2)] })
    return half(nodes / 2)
  },
  'a large part, and at each level a copy of the way to it': (nodes) => {
    const levels = Math.floor(Math.sqrt(nodes))
    const way = (length: number): Node => (length === 0 ? { i: 1 } : { i: 0, c: [way(length - 1), { i: 2 }] })
    let node: Node = { i: 0, c: Array.from({ length: nodes / 2 }, (_, i) => ({ i })) }
    for (let level = 1; level < levels; level++) node = { i: 0, c: [node, way(level)] }
    return node
  },
  'many names in one object': (nodes) => ({
    i: 0,
    c: [Object.fromEntries([['i', 0], ...Array.from({ length: nodes }, (_, i) => [`x${i}`, i])]), { i: 1 }]
  })
}
