// `npm test`: every check of the project, in stages. `node scripts/test.mjs unit package` runs the stages it names. Options for those that run
// tests: `--repeat 10` times, `--concurrency 8` files at once, `--shuffle` for files and tests in random order, `--seed 1` for that order again.
// `--list` prints the stages that would run. Without names, tests take a sample of what is many and slow (test/sample.ts), unless `--whole` is given.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { batched, compiled } from './batched.mjs'
import { buildConsumers, checkConsumers, consumerTests } from './consumer-packages.mjs'
import { buildPackages, buildTests, install, run, testFiles, tsc5, tsc7 } from './project.mjs'
import { shuffled } from './shuffled.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repeat: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: `${availableParallelism()}` },
    shuffle: { type: 'boolean', default: false },
    seed: { type: 'string' },
    whole: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false }
  }
})

const isInRandomOrder = options.shuffle || options.seed !== undefined

const bin = (name, ...args) => [process.execPath, `node_modules/${name}`, ...args]

const onStock = ['--import', './scripts/stock-exchange.mjs']

const stages = {
  style: [() => run(bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'))],
  build: [buildPackages, buildTests],
  types: [() => run([...tsc7, '-p', 'tsconfig.dist.json'])],
  // What users meet, and what contributors compile, on the older compiler too.
  sources: [
    () => run([...tsc5, '-p', 'tsconfig.dist.json']),
    () => run([...tsc5, '-p', 'tsconfig.test.json', '--noEmit']),
    () => checkConsumers(tsc5)
  ],
  promises: [
    () => run([...tsc7, '-p', 'tsconfig.test-d.json']),
    () =>
      run(
        bin(
          'tsd/dist/cli.js',
          '--typings',
          'dist/src/index.d.ts',
          '--files',
          'test-d/**/*.test-d.ts',
          '--files',
          'examples/*/*.test-d.ts'
        )
      ),
    () => runTests((file) => isAboutTypes(file) && !isLong(file), { concurrency: 1 })
  ],
  unit: [
    () =>
      runTests((file) => !isAboutTypes(file) && !isText(file) && !isLong(file) && !isLeft(file), { batches: 'unit' })
  ],
  texts: [() => runTests((file) => isText(file) && !isLeft(file), { batches: 'texts' })],
  // The examples as their users run them, what the types make of many programs and cost a compiler, and the slow ones of unit.
  long: [() => runTests((file) => isLong(file) || isSlow(file))],
  // The same tests, on Node's own request and response.
  stock: [() => runTests(meetsExchange, { more: onStock, batches: 'stock', isHalved: true })],
  // Tests whose packages no other stage needs; it installs them. Those that meet an exchange run on both.
  consumers: [
    buildConsumers,
    () => runFiles(consumerTests()),
    () => runFiles(consumerTests(startsNoProcess), { more: onStock })
  ],
  installed: [() => run([process.execPath, 'test/package/check.mjs', '--run'])],
  package: [() => run([process.execPath, 'test/package/check.mjs'])],
  unused: [() => run(bin('knip/bin/knip.js', '--no-progress'))]
}

const isIn = (places) => (file) =>
  places.some((start) => file.startsWith(start.startsWith('packages/') ? start : `test/${start}`))

/** What compilers make of the package: the same on every Node. */
const isAboutTypes = isIn([
  'declaration.test',
  'declaration/',
  'exported-types',
  'hover',
  'public-types',
  'truth',
  'type-'
])

/** Sources, documents and pages, and what commands write of them: the same on every Node. */
const isText = isIn([
  ...['api-index', 'architecture', 'links', 'migration/', 'path-params', 'plugin/fastify-types', 'repository/'],
  'bench/docs-task',
  ...['packages/command-kit/', 'packages/create-espalier/', 'packages/migrate/', 'packages/openapi-import/']
])

const isLong = isIn([
  'client/call/resume',
  'declaration.test',
  'examples/database',
  'examples/helpdesk',
  'examples/library-process',
  'examples/realworld/',
  'explain/step/example',
  'truth',
  'type-cost'
])

/** Whole corpora, and servers under load: of unit, but not of `npm test`. */
const isSlow = isIn(['fuzz/ahead', 'load/', 'packages/regexp-safety/test/safety/', 'schema/type-builder/infer'])
/** The example, the programs of two pages, `espalier dev` and `espalier inspect` run in processes of their own, which nothing is preloaded into. */
const startsNoProcess = (file) => !/^test\/consumers\/(?:observability|dev|inspect|vitest)\//.test(file)
const isLeft = (file) => process.env.ESPALIER_SAMPLE !== undefined && isSlow(file)

/** These set up both exchanges themselves, in every test. */
const setsUpBoth = isIn([
  ...['adapter/http2', 'adapter/inject/raw-answer', 'adapter/lane', 'adapter/listen', 'adapter/open-exchanges'],
  ...[
    'adapter/pipeline',
    'explain/step',
    'faults/answer',
    'faults/deadline',
    'faults/end',
    'faults/last-resort',
    'faults/odd-stream'
  ],
  ...['http/transport', 'http-semantics/interleaving', 'stage/fail/content']
])

/** What these are about has no request, or is the same for every request; or it runs in processes of its own, as the documents and examples do. */
const meetsNone = isIn([
  'packages/',
  ...[
    'adapter/http-watchers',
    'ahead/',
    'api-index',
    'architecture',
    'bench',
    'command/',
    'engines',
    'examples/',
    'import',
    'links',
    'migrate/',
    'migration/moving',
    'mutation/',
    'plugin/bearer-token',
    'repository/'
  ],
  ...['fuzz/ahead', 'fuzz/serializer', 'fuzz/validator', 'path-params', 'promises', 'provider/', 'readme', 'schema/'],
  ...['plan/compile-schemas/', 'stage/serialize/', 'stage/validate']
])

const meetsExchange = (file) => !isAboutTypes(file) && !isLong(file) && !setsUpBoth(file) && !meetsNone(file)

/**
 * @param batches where files share a process, the name of the stage; in random order each has its own
 * @param isHalved whether ESPALIER_HALF takes every other file: 0 the first, 1 the second
 */
function runTests(isWanted, { batches, isHalved = false, ...others } = {}) {
  const half = isHalved ? process.env.ESPALIER_HALF : undefined
  const files = testFiles()
    .filter(isWanted)
    .filter((_file, place) => half === undefined || place % 2 === Number(half))
  const isBatched = batches !== undefined && !isInRandomOrder
  return runFiles(isBatched ? batched(files, batches) : files.map(compiled), others)
}

async function runFiles(files, { more = [], concurrency = options.concurrency } = {}) {
  const preload = [
    '--import',
    './scripts/fail-on-warning.mjs',
    '--no-warnings',
    '--unhandled-rejections=strict',
    ...more
  ]
  const report = ['--test-reporter', './scripts/reporter.mjs', '--test-reporter-destination', 'stdout']
  // Ends a file that hangs. Each wait of a test gives up earlier, and says what it waited for (test/until.ts).
  const limits = ['--test-timeout=900000', `--test-concurrency=${concurrency}`]
  const commandFor = (order) => [process.execPath, ...preload, ...order, '--test', ...limits, ...report]
  let code = 0
  for (let round = 0; round < Number(options.repeat); round++) {
    const seed = seedOf(round)
    const inOrder = seed === undefined ? files : shuffled(files, seed)
    const result = await run([...commandFor(orderBy(seed)), ...inOrder], { live: true })
    code ||= result.code
  }
  return { code }
}

/** Each round has an order of its own; the seed that it prints repeats the first round. */
function seedOf(round) {
  if (!isInRandomOrder) return
  return Number(options.seed ?? Date.now() % 1e6) + round
}

function orderBy(seed) {
  if (seed === undefined) return []
  console.log(`# seed ${seed}`)
  process.env.ESPALIER_TEST_SEED = seed
  return ['--import', './scripts/shuffle-tests.mjs']
}

async function runStage(name) {
  const started = performance.now()
  let failed = false
  for (const step of stages[name]) {
    const { code, output } = await step()
    if (code === 0) continue
    failed = true
    if (output) console.log(output.trimEnd())
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${failed ? '✖' : '✔'} ${name} ${seconds} s`)
  return !failed
}

/** They take their time, and run where somebody asks for them, as continuous integration does. */
const isAsked = (name) => ['sources', 'long', 'stock', 'consumers', 'installed', 'package'].includes(name)

const isWhole = positionals.length > 0 || options.whole
const names = positionals.length > 0 ? positionals : Object.keys(stages).filter((name) => isWhole || !isAsked(name))
const unknown = names.filter((name) => !Object.hasOwn(stages, name))
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}`)
  process.exit(2)
}

if (options.list) {
  console.log(names.join(' '))
  process.exit()
}

/** What reads what the build writes waits for it; then those that use every processor run beside those that use one and often wait. */
const together = [
  ['unit', 'texts', 'stock', 'long', 'consumers'],
  ['promises', 'types', 'sources', 'installed', 'package', 'unused', 'style']
]

async function runInTurn(wanted) {
  for (const name of wanted) if (!(await runStage(name))) failures.push(name)
}

if (!isWhole) process.env.ESPALIER_SAMPLE = '1'
await install()
const failures = []
await runInTurn(names.filter((name) => name === 'build'))
await Promise.all(together.map((row) => runInTurn(row.filter((name) => names.includes(name)))))
console.log(failures.length === 0 ? `all ${names.length} stages passed` : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
