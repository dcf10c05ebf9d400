// `npm run mutate`: changes the sources in one place at a time and looks whether a test notices. It takes a sample of each folder; `--sample 100`
// takes more, `--all` everything, `--minutes 10` what can be done in that time, `--seed 2` another sample, `--again` those that lived in the last
// run, and `npm run mutate -- src/tree/hook.ts src/plan` only what it names. A mutant that no test notices is listed in
// `test/mutation/may-live.json` with the reason why it may live, or it fails the run.
//
// Stryker's instrumenter makes the mutants. Its own runner is not used: for each mutant that one runs all the test files that run past it, and the
// heart of the house is run by most of them. Here the files that are named for the source come first, and the first failure ends the mutant. They run
// in one process that has loaded them, and in processes of their own where that cannot tell.
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chooseTests } from './mutation/choose-tests.mjs'
import { compiled, measureCoverage } from './mutation/coverage.mjs'
import { endInProcess, judgeInProcess } from './mutation/in-process.mjs'
import { inTurns } from './mutation/in-turns.mjs'
import { runTest } from './mutation/run-test.mjs'
import { buildSandbox } from './mutation/sandbox.mjs'
import { buildPackages, filesBelow, install, orExit, root } from './project.mjs'
import { shuffled } from './shuffled.mjs'

const folders = [
  ...['src/base', 'src/tree', 'src/stage', 'src/http', 'src/plan', 'src/schema', 'src/adapter/lane'],
  'packages/regexp-safety/src'
]

// These ask compilers, build packages, need packages of their own, or are about texts and not about what the sources do.
const isAside = (file) =>
  /^test\/(consumers|repository|engines|truth|type-|hover|readme|public-types|api-index|architecture|declaration|bench|import|path-params|schema\/infer|load\/)/.test(
    file
  )

/** So many of the likeliest files run in processes of their own as well, before a mutant counts as one that lives. */
const most = 2

const reportFile = join(root, '.cache/mutation-report.json')

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    workers: { type: 'string', default: '2' },
    tests: { type: 'string', default: '30' },
    again: { type: 'boolean', default: false },
    fresh: { type: 'boolean', default: false }
  }
})

await install()
// Tests run the companions of the core as packages, and the core needs one.
await orExit(buildPackages())
// Hours of work for a machine that somebody else wants to use.
setPriority(19)
const mutants = await buildSandbox(folders)
const tests = ['test', 'packages/regexp-safety/test']
  .flatMap(filesBelow)
  .filter((file) => file.endsWith('.test.ts') && !isAside(file))
const rows = await measureCoverage(tests, mutants, { workers: Number(options.workers), fresh: options.fresh })
for (const { test, end } of rows) if (end !== 'passed') console.log(`left out, as it fails without a mutant: ${test}`)
const mayLive = readMayLive()
const wanted = select(mutants)
console.log(`${wanted.length} of ${mutants.length} mutants, seed ${options.seed}`)
const kills = new Map()
const alone = new Map()
const results = []
const end = performance.now() + Number(options.minutes ?? Number.POSITIVE_INFINITY) * 60_000
// Folders and files in turn, so that what is done when the time is up is a sample of all.
await inTurns(
  shuffled(wanted, options.seed, ({ name }) => `in turn ${name}`),
  Number(options.workers),
  async (mutant) => {
    if (performance.now() > end) return
    const result = { ...mutant, ...(await judge(mutant)) }
    results.push(result)
    writeFileSync(reportFile, JSON.stringify(results, null, 2))
    if (isUnlisted(result))
      console.log(`\n${result.end} ${result.file}:${result.line}\n  ${result.source}\n  ${result.name}`)
    if (results.length % 20 === 0) console.log(`${results.length} of ${wanted.length}`)
  }
)
endInProcess()
report()

function select(all) {
  const places = positionals.length > 0 ? positionals : folders
  const lived = options.again
    ? new Set(
        readReport()
          .filter(lives)
          .map(({ name }) => name)
      )
    : undefined
  return places.flatMap((place) => {
    const inside = all.filter(({ file }) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`))
    if (lived) return inside.filter(({ name }) => lived.has(name))
    const ordered = shuffled(inside, options.seed, ({ name }) => name)
    return options.all ? ordered : ordered.slice(0, Number(options.sample))
  })
}

/** Runs the tests that may notice a mutant, the likeliest first, up to the one that does. */
async function judge(mutant) {
  const chosen = chooseTests(mutant, rows, kills).slice(0, Number(options.tests))
  if (chosen.length === 0) return { end: 'uncovered' }
  const { by, undecided } = await judgeInProcess(
    mutant,
    chosen.map(({ test }) => compiled(test))
  )
  if (by !== null) return toKill(mutant, 'killed', by)
  const inProcesses = chosen.filter(({ test }, place) => place < most || undecided.includes(compiled(test)))
  for (const { test, milliseconds } of inProcesses) {
    // A machine under load takes its time; an endless loop takes more.
    const { end } = await runTest(compiled(test), { __STRYKER_ACTIVE_MUTANT__: mutant.id }, 4 * milliseconds + 20_000)
    if (end === 'passed' || !(await passesAlone(test, milliseconds))) continue
    return toKill(mutant, end === 'timeout' ? 'timeout' : 'killed', compiled(test))
  }
  return { end: 'survived' }
}

function toKill({ file }, end, by) {
  const key = `${file} ${by.replace(/^\.build\/(.*)\.js.*$/s, '$1.ts')}`
  kills.set(key, (kills.get(key) ?? 0) + 1)
  return { end, by }
}

/** Whether a test file passes without a mutant, on the sources as they are now: only then has it noticed anything. */
function passesAlone(test, milliseconds) {
  if (!alone.has(test)) {
    const run = runTest(compiled(test), {}, 4 * milliseconds + 60_000).then(({ end }) => end === 'passed')
    alone.set(test, run)
    run.then((passes) => passes || console.log(`left out, as it fails without a mutant: ${test}`))
  }
  return alone.get(test)
}

function readReport() {
  return JSON.parse(readFileSync(reportFile, 'utf8'))
}

/** @returns the names of the mutants that may live, each with the reason */
function readMayLive() {
  const groups = JSON.parse(readFileSync(join(root, 'test/mutation/may-live.json'), 'utf8'))
  return new Map(groups.flatMap(({ reason, mutants: names }) => names.map((name) => [name, reason])))
}

function lives({ end }) {
  return end === 'survived' || end === 'uncovered'
}

function isUnlisted(result) {
  return lives(result) && !mayLive.has(result.name)
}

function report() {
  console.log(`\n${row(['folder', 'mutants', 'killed', 'time-outs', 'may live', 'live', 'score'])}`)
  for (const folder of folders.filter((one) => results.some(({ file }) => file.startsWith(`${one}/`))))
    console.log(row(scoreOf(folder)))
  const known = new Set(mutants.map(({ name }) => name))
  for (const name of mayLive.keys())
    if (!known.has(name)) console.log(`listed in may-live.json, but no mutant: ${name}`)
  process.exitCode = results.some(isUnlisted) ? 1 : 0
}

function scoreOf(folder) {
  const inside = results.filter(({ file }) => file.startsWith(`${folder}/`))
  const count = (isCounted) => inside.filter(isCounted).length
  const [killed, late] = ['killed', 'timeout'].map((end) => count((result) => result.end === end))
  const allowed = count((result) => lives(result) && mayLive.has(result.name))
  const score = `${((100 * (killed + late)) / (inside.length - allowed)).toFixed(0)} %`
  return [folder, inside.length, killed, late, allowed, count(lives) - allowed, score]
}

function row(cells) {
  return cells.map((cell, place) => (place === 0 ? String(cell).padEnd(18) : String(cell).padStart(10))).join('')
}
