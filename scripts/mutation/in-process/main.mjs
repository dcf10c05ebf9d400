// A process that has loaded tests and runs them past one mutant after the other: a mutant costs the tests that run past it and no start of a
// process. A test has noticed a mutant when it fails with it, passes without it and fails with it again: what an earlier mutant has left behind
// fails without it as well. What is run when a module or a test file loads cannot be judged here, nor a test that does not run twice.
import { join } from 'node:path'
import { collect, runOnce } from './node-test.mjs'

/** In milliseconds, beside a multiple of what a test takes without a mutant: a machine under load takes its time. */
const patience = 10_000

/** In milliseconds: what a test takes at most when it runs for the first time. One that waits here for what never comes is none for this process. */
const firstLimit = 30_000

/** What runs between the tests that are measured belongs to none of them, and not to the loading of a module either. */
const between = 'between'

const files = new Map()
const mutants = globalThis.__stryker__ ?? {}
globalThis.__stryker__ = mutants
let failStray = () => {}

for (const event of ['uncaughtException', 'unhandledRejection']) process.on(event, (error) => failStray(error))
process.on('disconnect', () => process.exit())
process.on('message', async ({ id, tests }) => process.send(await judge(id, tests)))

async function judge(id, names) {
  const undecided = []
  for (const name of names) {
    const file = await load(name)
    const covering = file.tests.filter(({ covers }) => covers.has(id))
    for (const test of covering.filter(({ isSteady }) => isSteady)) {
      if (await notices(test, id)) return { by: `${name}: ${test.name}`, undecided }
    }
    if (file.isBroken || isStatic(id) || covering.some(({ isSteady }) => !isSteady)) undecided.push(name)
  }
  return { by: null, undecided }
}

async function notices(test, id) {
  if (await passes(test, id)) return false
  test.isSteady = await passes(test, undefined)
  return test.isSteady && !(await passes(test, id))
}

/** Loads a test file, and runs each of its tests once to see which mutants it runs past and how long it takes. */
async function load(name) {
  const known = files.get(name)
  if (known !== undefined) return known
  const file = { tests: [], isBroken: false }
  files.set(name, file)
  process.send({ within: 120_000 })
  mutants.currentTestId = undefined
  try {
    const { tests, before } = await collect(() => import(join(process.cwd(), name)))
    for (const prepare of before) await prepare()
    mutants.currentTestId = between
    for (const test of tests) file.tests.push(await measure(test))
  } catch {
    file.isBroken = true
  }
  mutants.currentTestId = between
  file.isBroken ||= file.tests.length === 0
  return file
}

async function measure(test) {
  const started = performance.now()
  mutants.currentTestId = test.name
  mutants.mutantCoverage ??= { static: {}, perTest: {} }
  delete mutants.mutantCoverage.perTest[test.name]
  const isSteady = await passes(test, undefined, firstLimit)
  mutants.currentTestId = between
  const covers = new Set(Object.keys(mutants.mutantCoverage.perTest[test.name] ?? {}))
  return { ...test, isSteady, covers, milliseconds: performance.now() - started }
}

async function passes(test, id, limit = 8 * test.milliseconds + patience) {
  // An endless loop is ended from outside.
  process.send({ within: 2 * limit })
  let timer
  const stray = new Promise((_resolve, reject) => {
    failStray = reject
    timer = setTimeout(reject, limit, new Error('late'))
  })
  stray.catch(() => {})
  mutants.activeMutant = id
  try {
    await Promise.race([runOnce(test), stray])
    await Promise.race([new Promise(setImmediate), stray])
    return true
  } catch {
    return false
  } finally {
    clearTimeout(timer)
    mutants.activeMutant = undefined
  }
}

function isStatic(id) {
  return mutants.mutantCoverage?.static?.[id] !== undefined
}
