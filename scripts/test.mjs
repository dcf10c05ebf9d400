// `npm test`: every check of the project, in stages. `node scripts/test.mjs unit package` runs the stages it names. Options for those that run
// tests: `--repeat 10` times, `--concurrency 8` files at once, `--shuffle` for files and tests in random order, `--seed 1` for that order again.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { buildPackage, buildTests, filesBelow, install, run, tsc5, tsc7 } from './project.mjs'
import { shuffled } from './shuffled.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    repeat: { type: 'string', default: '1' },
    concurrency: { type: 'string', default: `${availableParallelism()}` },
    shuffle: { type: 'boolean', default: false },
    seed: { type: 'string' }
  }
})

const bin = (name, ...args) => [process.execPath, `node_modules/${name}`, ...args]

const stages = {
  style: [() => run(bin('@biomejs/biome/bin/biome', 'check', '--error-on-warnings'))],
  build: [buildPackage, buildTests],
  types: [
    () => run([...tsc7, '-p', 'tsconfig.dist.json']),
    () => run([...tsc5, '-p', 'tsconfig.dist.json']),
    () => run([...tsc5, '-p', 'tsconfig.test.json', '--noEmit'])
  ],
  promises: [
    () => run([...tsc7, '-p', 'tsconfig.test-d.json']),
    () => run(bin('tsd/dist/cli.js', '--typings', 'dist/src/index.d.ts', '--files', 'test-d/**/*.test-d.ts'))
  ],
  unit: [() => runTests()],
  // The same tests, on Node's own request and response.
  stock: [() => runTests(['--import', './scripts/stock-exchange.mjs'], isAboutRequests)],
  package: [() => run([process.execPath, 'test/package/check.mjs'])],
  unused: [() => run(bin('knip/bin/knip.js', '--no-progress'))]
}

// These set up both exchanges themselves, or are not about requests.
const both = ['light/', 'faults/deadline', 'load/pipeline', 'http-semantics/open-ended']
const others = [
  'truth',
  'type-',
  'hover',
  'public-types',
  'architecture',
  'bench',
  'schema/pattern',
  'schema/linear-cost'
]
const isAboutRequests = (file) => ![...both, ...others].some((start) => file.startsWith(`test/${start}`))

async function runTests(more = [], isWanted = () => true) {
  const files = filesBelow('test').filter((file) => file.endsWith('.test.ts') && isWanted(file))
  const preload = [
    '--import',
    './scripts/fail-on-warning.mjs',
    '--no-warnings',
    '--unhandled-rejections=strict',
    ...more
  ]
  const report = ['--test-reporter', './scripts/reporter.mjs', '--test-reporter-destination', 'stdout']
  const compiled = files.map((file) => `.build/${file.replace(/\.ts$/, '.js')}`)
  const limits = ['--test-timeout=900000', `--test-concurrency=${options.concurrency}`]
  const commandFor = (order) => [process.execPath, ...preload, ...order, '--test', ...limits, ...report]
  let code = 0
  for (let round = 0; round < Number(options.repeat); round++) {
    const seed = seedOf(round)
    const inOrder = seed === undefined ? compiled : shuffled(compiled, seed)
    const result = await run([...commandFor(orderBy(seed)), ...inOrder], { live: true })
    code ||= result.code
  }
  return { code }
}

/** Each round has an order of its own; the seed that it prints repeats the first round. */
function seedOf(round) {
  if (!options.shuffle && options.seed === undefined) return
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

const names = positionals.length > 0 ? positionals : Object.keys(stages)
const unknown = names.filter((name) => !Object.hasOwn(stages, name))
if (unknown.length > 0) {
  console.error(`No stage is called ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}`)
  process.exit(2)
}

await install()
const failures = []
for (const name of names) if (!(await runStage(name))) failures.push(name)
console.log(failures.length === 0 ? `all ${names.length} stages passed` : `failed: ${failures.join(', ')}`)
process.exitCode = failures.length === 0 ? 0 : 1
