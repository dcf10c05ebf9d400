// `node bench/comparison.mjs`: the rows of docs/comparison.md that come from a run. It installs the newest releases of the frameworks, compiles and
// starts the same small program in each, and prints the table. Linux only, for the time of processes.
//
//   --rounds 5 (processes of each, for start and cost)   --turns 20   --slice 100 (milliseconds)   --folder FOLDER
import { mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildPackages, install, isStale, orExit, root } from '../scripts/project.mjs'
import { contenders } from './comparison/contender.mjs'
import { ask, start, toBytes, usageOf } from './comparison/server.mjs'
import { compilePrograms, installContenders, versionIn } from './comparison/set-up.mjs'
import { toTable } from './comparison/table.mjs'
import { Load } from './load.mjs'
import { pinLoad } from './process.mjs'
import { compareRounds, median } from './statistic.mjs'
import { rotate, takeTurns } from './turn.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '20' },
    slice: { type: 'string', default: '100' },
    folder: { type: 'string', default: join(os.tmpdir(), 'espalier-comparison') }
  }
})
const [rounds, turns, slice] = ['rounds', 'turns', 'slice'].map((name) => Number(values[name]))
const connections = 16
const warmUp = 1500

/** What a contender answers to a name, a bad name and a failure, and what becomes of a member that its schema does not declare. */
async function observe(contender) {
  const server = await start(contender)
  const other = await start(contender, 'more')
  try {
    const greeting = await ask(server.port, contender.path)
    if (!greeting.body.includes(contender.word)) throw new Error(`${contender.title} answers ${greeting.body}`)
    const refusal = await ask(server.port, contender.refused)
    const failure = await ask(server.port, contender.failing)
    return { refusal, failure, more: await ask(other.port, contender.path) }
  } finally {
    server.stop()
    other.stop()
  }
}

/** What becomes of a program that reads a member which nothing provides: an error of the compiler, of the boot, or an answer. */
async function missing(contender, error) {
  if (error !== undefined) return { stage: 'compile', text: error }
  try {
    const server = await start(contender, 'undeclared')
    const { status, body } = await ask(server.port, contender.path)
    server.stop()
    return { stage: 'request', text: `${status} ${body}` }
  } catch (failure) {
    return { stage: 'boot', text: failure.message.split('\n')[0] }
  }
}

/** From the start of a process to its first answer: milliseconds of CPU and on the clock, and megabytes that it holds then. */
async function measureStart(contender) {
  const began = performance.now()
  const server = await start(contender)
  await ask(server.port, contender.path)
  const clock = performance.now() - began
  const { cpu, resident } = await usageOf(server)
  server.stop()
  return { clock, cpu: cpu / 1000, resident: resident / 1e6 }
}

/** Microseconds of CPU of a request, turn by turn, of fresh processes. */
async function measureCost(present) {
  const running = []
  try {
    for (const contender of present) {
      for (const { load } of running) await load.runTimes(connections)
      const server = await start(contender)
      const load = await Load.open(server.port, [toBytes(contender.path)], connections)
      await load.runFor(warmUp)
      running.push({ id: contender.id, server, load })
    }
    return await takeTurns(running, turns, async ({ server, load }) => {
      const { cpu } = await usageOf(server)
      const requests = await load.runFor(slice)
      return ((await usageOf(server)).cpu - cpu) / requests
    })
  } finally {
    for (const { server, load } of running) {
      load.close()
      server.stop()
    }
  }
}

await install()
if (isStale('dist/src/index.js', ['src', 'types'])) await orExit(buildPackages())
pinLoad()
const installed = await installContenders(contenders, values.folder)
const found = []
for (const contender of installed) {
  const errors = await compilePrograms(contender)
  found.push({
    ...contender,
    errors,
    missing: await missing(contender, errors.undeclared),
    ...(await observe(contender))
  })
  console.error(`${contender.title} ${contender.version} is compiled and answers`)
}
const starts = await takeTurns(found, 3 * rounds, measureStart)
const costs = []
for (let round = 0; round < rounds; round++) costs.push(await measureCost(rotate(found, round)))
for (const one of found) {
  for (const name of ['clock', 'cpu', 'resident']) one[name] = median(starts[one.id].map((each) => each[name]))
  one.cost = compareRounds(costs, one.id, 'fastify')
}
const store = join(root, '.cache/bench')
mkdirSync(store, { recursive: true })
writeFileSync(join(store, 'comparison.json'), JSON.stringify({ found, starts, costs }, null, 2))
const typescript = versionIn(values.folder, 'typescript')
console.log(
  `Node ${process.versions.node}, TypeScript ${typescript}, ${os.cpus()[0].model.trim()}, ${new Date().toISOString().slice(0, 10)}\n\n${toTable(found)}`
)
