// Stands in for `node:test` where tests run again and again in one process: it notes them, and `runOnce` runs one. What a file does after all of
// its tests is left to the end of the process.
import { mock } from 'node:test'

let collected = []
let around = { path: '', before: [] }

/** Returns the tests of a file, and what runs before the first of them. */
export async function collect(load) {
  collected = []
  around = { path: '', before: [] }
  const { before } = around
  await load()
  return { tests: collected, before }
}

export function test(name, ...how) {
  const { options, fn } = read(how)
  if (fn !== undefined && !options.skip && !options.todo) collected.push({ name: `${around.path}${name}`, fn })
  return Promise.resolve()
}

export function describe(name, ...how) {
  const { options, fn } = read(how)
  if (options.skip) return
  const outer = around
  around = { path: `${outer.path}${name} > `, before: outer.before }
  fn?.()
  around = outer
}

export function before(fn) {
  around.before.push(fn)
}

export function after() {}

export { mock }

function read(how) {
  return { options: how.find((one) => typeof one === 'object') ?? {}, fn: how.find((one) => typeof one === 'function') }
}

export async function runOnce({ fn, name }) {
  const ends = []
  try {
    await fn(contextOf(name, ends))
  } finally {
    mock.reset()
    for (const end of ends.reverse()) await end()
  }
}

function contextOf(name, ends) {
  return {
    name,
    mock,
    after: (end) => void ends.push(end),
    diagnostic() {},
    skip() {},
    test: (inner, ...how) => read(how).fn?.(contextOf(inner, ends))
  }
}
