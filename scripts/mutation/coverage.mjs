// Which test files run past which mutants, and how long each takes. Measured by running every file once, and kept: later runs measure only test
// files that have changed. The record of a file is a file of its own, so checkouts may share them: the environment variable
// ESPALIER_MUTATION_CACHE names the folder. Where sources have changed since, or what a test imports from test/, a record is a guess, and a guess is
// enough: it only chooses the tests that run, and mutants that it does not know go to the tests that run their file. `--fresh` measures such records
// again.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { filesBelow, root } from '../project.mjs'
import { wordsOf } from './choose-tests.mjs'
import { inTurns } from './in-turns.mjs'
import { runTest } from './run-test.mjs'
import { sandbox } from './sandbox.mjs'

const cache = process.env.ESPALIER_MUTATION_CACHE ?? join(root, '.cache/mutation-coverage')

/** Reads what is known, measures the rest, and returns a row for each test file. */
export async function measureCoverage(tests, mutants, { workers, fresh }) {
  mkdirSync(cache, { recursive: true })
  const sources = filesBelow('src').map(read)
  const nameOf = new Map(mutants.map(({ id, name }) => [id, name]))
  const records = new Map(tests.map((test) => [test, readRecord(test)]))
  const stale = tests.filter((test) => {
    const known = records.get(test)
    return known === undefined || ((fresh || known.end !== 'passed') && known.state !== stateOf(test, sources))
  })
  if (stale.length > 0) console.log(`measuring which mutants ${stale.length} of ${tests.length} test files run`)
  await inTurns(stale, workers, async (test) => {
    const { ids, end, milliseconds } = await measureTwice(test)
    const covered = ids.map((id) => nameOf.get(id))
    records.set(test, { state: stateOf(test, sources), end, milliseconds, covered })
    writeRecord(test, records.get(test))
  })
  return tests.map((test) => toRow(test, records.get(test)))
}

function toRow(test, { end, milliseconds, covered }) {
  const words = wordsOf(read(test))
  const files = new Set(covered.map((name) => name.split(' ')[0]))
  return { test, end, milliseconds, words, covers: new Set(covered), files }
}

/** A record lasts until its test changes, so what a busy machine has spoilt gets a second chance. */
async function measureTwice(test) {
  const first = await measure(test)
  return first.end === 'passed' ? first : await measure(test)
}

async function measure(test) {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-coverage-'))
  try {
    const observe = new URL('observe.mjs', import.meta.url).href
    const environment = { ESPALIER_COVERAGE: folder, NODE_OPTIONS: `--import=${observe}` }
    const result = await runTest(compiled(test), environment, 120_000)
    const ids = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return { ...result, ids: [...new Set(ids)] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function compiled(test) {
  return `.build/${test.replace(/\.ts$/, '.js')}`
}

function recordOf(test) {
  return join(cache, `${digest([test, read(compiled(test))])}.json.gz`)
}

/** What a record is measured on: it is exact where this is the same. */
function stateOf(test, sources) {
  return digest([...sources, ...[...importsOf(compiled(test))].sort().map(read)])
}

/** The compiled file and all that it imports from the tests, directly or not. What only a text of it names is no file. */
function importsOf(file, found = new Set()) {
  if (found.has(file)) return found
  found.add(file)
  for (const [, path] of read(file).matchAll(/(?:from|import) ?\(?['"](\.[^'"]+\.js)['"]/g)) {
    const imported = join(dirname(file), path)
    if (imported.startsWith('.build/test/') && existsSync(join(sandbox, imported))) importsOf(imported, found)
  }
  return found
}

function readRecord(test) {
  try {
    return JSON.parse(gunzipSync(readFileSync(recordOf(test))))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Written aside and renamed, so that nobody who shares the folder reads half of it. */
function writeRecord(test, record) {
  const aside = join(cache, `.${process.pid}`)
  writeFileSync(aside, gzipSync(JSON.stringify(record)))
  renameSync(aside, recordOf(test))
}

function read(file) {
  return readFileSync(join(sandbox, file), 'utf8')
}

function digest(texts) {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex')
}
