// Preloaded, this runs the tests of a file in an order that ESPALIER_TEST_SEED fixes: a test that needs an earlier one fails. node:test has no
// such option in the versions that we support. Subtests keep their order: those are steps of one test.
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { shuffled } from './shuffled.mjs'

const runner = createRequire(import.meta.url)('node:test')
const { describe, test } = runner
const seed = `${process.env.ESPALIER_TEST_SEED} ${process.argv[1]}`
let waiting = []
let isInSuite = false

/** Keeps a test or a suite until its neighbours are known: those of one suite, or those that a file declares in one turn. */
function declareBy(declare, toArguments) {
  const keep = (...given) => {
    if (!isInSuite && waiting.length === 0) setImmediate(start)
    return new Promise((resolve) => waiting.push(() => resolve(declare(...toArguments(given)))))
  }
  return Object.assign(keep, declare)
}

function start() {
  const ready = shuffled([...waiting.keys()], seed).map((place) => waiting[place])
  waiting = []
  for (const run of ready) run()
}

/** A suite ends with the turn of its function, so its tests start in that turn. */
function withOrderedSuite(given) {
  return given.map((argument) => (typeof argument === 'function' ? inSuite(argument) : argument))
}

function inSuite(declareTests) {
  return (context) => {
    isInSuite = true
    declareTests(context)
    start()
    isInSuite = false
  }
}

runner.test = declareBy(test, (given) => given)
runner.describe = declareBy(describe, withOrderedSuite)
syncBuiltinESMExports()
