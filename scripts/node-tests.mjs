// `npm run node-tests -- --tests FOLDER [--only REGEX] [--jobs 2] [--json FILE]`: Node's own tests of its HTTP server, with the lane's
// listener on each server that a test makes; the figures of docs/performance.md. FOLDER is a checkout of Node with `test/parallel` and `test/common`, of a
// version with the major number of the Node that runs this.
//
// A file counts when it passes on Node as it is, and on servers that the preloaded module makes without the lane. A file that fails is run twice more; `known.mjs` says why some do.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { build } from 'esbuild'
import { known } from './node-tests/known.mjs'
import { runFile, runFiles, testFiles } from './node-tests/run.mjs'
import { root } from './project.mjs'

const { values } = parseArgs({
  options: {
    tests: { type: 'string' },
    only: { type: 'string', default: '' },
    jobs: { type: 'string', default: '2' },
    json: { type: 'string' }
  }
})
if (values.tests === undefined) {
  console.error('--tests names a checkout of Node')
  process.exit(2)
}

const folder = resolve(values.tests)
const cache = join(root, '.cache/node-tests')
const jobs = Number(values.jobs)

/** The lane as one module of CommonJS, which `--require` takes. */
async function bundleLane() {
  const outfile = join(cache, 'lane.cjs')
  await build({
    absWorkingDir: root,
    entryPoints: ['src/adapter/lane/index.ts'],
    outfile,
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    define: { 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href" },
    logLevel: 'error'
  })
  return outfile
}

/** Which fail each time, and which only now and then: those beside the lane's, too, when the machine is busy. */
async function runAgain(files, environment) {
  const again = { always: [], 'now and then': [] }
  for (const { file, reason, output } of files) {
    const runs = [await runFile(folder, file, environment), await runFile(folder, file, environment)]
    again[runs.some(({ passes }) => passes) ? 'now and then' : 'always'].push({ file, reason, output })
  }
  return again
}

mkdirSync(cache, { recursive: true })
const lane = await bundleLane()
const files = testFiles(folder).filter((file) => new RegExp(values.only).test(file))
const isPassed = ({ passes }) => passes
const stock = (await runFiles(folder, files, {}, jobs)).filter(isPassed)
console.log(`Node ${process.versions.node}: ${stock.length} of ${files.length} files pass, or skip themselves`)
const control = await runFiles(
  folder,
  stock.filter(({ isSkipped }) => !isSkipped).map(({ file }) => file),
  { LANE_MODULE: '' },
  jobs
)
const counted = control.filter(isPassed).map(({ file }) => file)
console.log(`${counted.length} files count: they pass where servers are made by the preloaded module, without the lane`)
const environment = { LANE_MODULE: lane }
const results = await runFiles(folder, counted, environment, jobs)
const failed = await runAgain(
  results.filter((one) => !one.passes),
  environment
)
const used = results.filter(({ noted }) => noted.has('passed')).length
const passed = counted.length - failed.always.length
console.log(`\n${passed} of ${counted.length} files pass with the lane; a message was in the lane in ${used}`)
for (const [rate, list] of Object.entries(failed))
  for (const { file, reason } of list) console.log(`  fails ${rate}: ${file}\n    ${known[file] ?? reason}`)
if (used === 0 || failed.always.some(({ file }) => known[file] === undefined)) process.exitCode = 1
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify({ passed, used, ...failed }, null, 1))
