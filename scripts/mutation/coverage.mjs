// Which test files run past which mutants, and how long each takes. Measured by running every file once, and kept in `.cache`: later runs measure
// only test files that have changed. That makes it a guess where sources have changed, and a guess is enough: it only chooses the tests that run.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../project.mjs'
import { wordsOf } from './choose-tests.mjs'
import { inTurns } from './in-turns.mjs'
import { runTest } from './run-test.mjs'
import { sandbox } from './sandbox.mjs'

const record = join(root, '.cache/mutation-coverage.json')

/** Reads what is known, measures the test files that have changed, and returns a row for each file that passes. */
export async function measureCoverage(tests, mutants, workers) {
  const known = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : { names: [], rows: {} }
  const names = new Map(known.names.map((name, place) => [name, place]))
  const placeOf = (name) => {
    if (!names.has(name)) names.set(name, names.size)
    return names.get(name)
  }
  const nameOf = new Map(mutants.map(({ id, name }) => [id, name]))
  const stale = tests.filter((test) => known.rows[test]?.end !== 'passed' || known.rows[test].digest !== digestOf(test))
  if (stale.length > 0) console.log(`measuring which mutants ${stale.length} test files run`)
  await inTurns(stale, workers, async (test) => {
    const { ids, ...row } = await measure(test)
    known.rows[test] = { ...row, digest: digestOf(test), covered: ids.map((id) => placeOf(nameOf.get(id))) }
    writeRecord({ names: [...names.keys()], rows: known.rows })
  })
  for (const { name } of mutants) placeOf(name)
  writeRecord({ names: [...names.keys()], rows: known.rows })
  return tests.map((test) => toRow(test, known.rows[test], names))
}

function toRow(test, { end, milliseconds, covered }, names) {
  const all = [...names.keys()]
  const passed = new Set(covered.map((place) => all[place]))
  const words = wordsOf(readFileSync(join(sandbox, test), 'utf8'))
  return {
    test,
    end,
    milliseconds,
    words,
    covers: passed,
    files: new Set([...passed].map((name) => name.split(' ')[0]))
  }
}

async function measure(test) {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-coverage-'))
  try {
    const observe = new URL('observe.mjs', import.meta.url).href
    const result = await runTest(
      compiled(test),
      { ESPALIER_COVERAGE: folder, NODE_OPTIONS: `--import=${observe}` },
      120_000
    )
    const ids = readdirSync(folder).flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
    return { ...result, ids: [...new Set(ids)] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function compiled(test) {
  return `.build/${test.replace(/\.ts$/, '.js')}`
}

function digestOf(test) {
  return createHash('sha256')
    .update(readFileSync(join(sandbox, test)))
    .digest('hex')
}

function writeRecord(content) {
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(record, JSON.stringify(content))
}
