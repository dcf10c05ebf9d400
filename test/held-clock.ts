/**
 * A clock that stands still until the test winds it. `mock.timers` of node:test does not do where timers outlive their test: on Node 20 tests hung
 * in which a timer of an earlier mock was cleared under the present one.
 */
import type { TestContext } from 'node:test'

interface Held {
  readonly fire: () => void
  /** In milliseconds. */
  readonly period: number
  due: number
}

/** In milliseconds: no test lasts as long. */
const never = 2 ** 31 - 1

const clearing = { setInterval: 'clearInterval', setTimeout: 'clearTimeout' } as const

/**
 * Holds what `setInterval` or `setTimeout` starts until the test ends, and returns the function that winds the clock by some milliseconds. The
 * timers are Node's own, so they can be cleared whenever and by whomever.
 */
export function holdClock(t: TestContext, start: keyof typeof clearing): (milliseconds: number) => void {
  const clear = clearing[start]
  const { [start]: realStart, [clear]: realClear } = globalThis
  const held = new Map<NodeJS.Timeout, Held>()
  let now = 0
  let isOver = false
  const hold = (fire: () => void, period = 0) => {
    // A mock of node:test over this one puts it back, behind the end of the test.
    if (isOver) return realStart(fire, period)
    const timer = realStart(() => {}, never)
    held.set(timer, { fire, period: Math.max(1, period), due: now + Math.max(1, period) })
    return timer
  }
  const release = (timer: NodeJS.Timeout) => {
    held.delete(timer)
    realClear(timer)
  }
  Object.assign(globalThis, { [start]: hold, [clear]: release })
  t.after(() => {
    isOver = true
    Object.assign(globalThis, { [start]: realStart, [clear]: realClear })
    for (const timer of held.keys()) realClear(timer)
  })
  return (milliseconds) => {
    const end = now + milliseconds
    for (let next = earliest(held, end); next !== undefined; next = earliest(held, end)) {
      const [timer, { fire, period }] = next
      now = next[1].due
      if (start === 'setTimeout') release(timer)
      else next[1].due += period
      fire()
    }
    now = end
  }
}

function earliest(held: Map<NodeJS.Timeout, Held>, end: number): [NodeJS.Timeout, Held] | undefined {
  const due = [...held].filter(([, { due }]) => due <= end)
  return due.sort(([, one], [, other]) => one.due - other.due)[0]
}
