// `node bench/runtimes.mjs`: what a request costs on Bun and in workerd, beside the frameworks that are made for them, in CPU of the server's process.
//
//   --only bun,workerd   --rounds 7   --turns 12   --slice 150 (milliseconds)   --connections 32
//
// Fresh processes each round, slices in turn within it. The kernel counts a process's time in hundredths of a second, so the slices of a round are
// added up before a ratio is made.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createInterface } from 'node:readline'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { buildPackages, install, isStale, orExit, root } from '../scripts/project.mjs'
import { firstAnswer, Load, readAnswer } from './load.mjs'
import { cpuOf } from './proc.mjs'
import { pin, pinLoad } from './process.mjs'
import { scenarios } from './runtime/scenario.mjs'
import { prepareWorker, startWorker } from './runtime/worker.mjs'
import { toBytes } from './scenario.mjs'
import { inWords, median, spread } from './statistic.mjs'
import { rotate, takeTurns } from './turn.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'bun,workerd' },
    rounds: { type: 'string', default: '7' },
    turns: { type: 'string', default: '12' },
    slice: { type: 'string', default: '150' },
    warm: { type: 'string', default: '1500' },
    connections: { type: 'string', default: '32' }
  }
})
const [rounds, turns, slice, warm, connections] = ['rounds', 'turns', 'slice', 'warm', 'connections'].map((name) =>
  Number(values[name])
)
const bun = join(root, '.cache/runtimes/node_modules/.bin/bun')

const platforms = {
  bun: {
    contenders: {
      hand: '`Bun.serve` by hand',
      fetch: 'espalier, `toFetchHandler`',
      hono: 'Hono',
      elysia: 'Elysia',
      node: '`node:http` by hand',
      listen: 'espalier, `app.listen()`'
    },
    prepare: async () => {},
    start: startBun
  },
  workerd: {
    contenders: { hand: 'a worker by hand', fetch: 'espalier', hono: 'Hono', elysia: 'Elysia' },
    prepare: prepareWorker,
    async start(name) {
      const { child, origin, output } = await startWorker(name)
      if (origin === undefined) throw new Error(output().trim().slice(0, 300))
      return { child, port: Number(new URL(origin).port) }
    }
  }
}

async function startBun(name) {
  const child = spawn(bun, [join(root, 'bench/runtime/bun-host.mjs'), name], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  let complaints = ''
  child.stderr.on('data', (text) => (complaints += text))
  const port = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(Number(line)))
    child.on('exit', () => reject(new Error(complaints.trim().slice(0, 300))))
  })
  return { child, port }
}

/** @throws when it answers something else than it is to answer */
async function check(port, { request, status, answer }) {
  const socket = connect({ port, host: '127.0.0.1' })
  const found = readAnswer(await firstAnswer(socket, toBytes(request)))
  socket.destroy()
  if (found.status !== status || !isDeepStrictEqual(JSON.parse(found.body), answer))
    throw new Error(`it answers ${found.status} ${found.body.slice(0, 200)}`)
}

async function open(platform, id, scenario) {
  const { child, port } = await platform.start(id)
  try {
    pin(child.pid)
    await check(port, scenario)
    const load = await Load.open(port, [toBytes(scenario.request)], connections)
    await load.runFor(warm)
    return { id, pid: child.pid, child, load }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

async function measureSlice({ pid, load }) {
  const before = cpuOf(pid)
  const requests = await load.runFor(slice)
  return { cpu: cpuOf(pid) - before, requests }
}

/** The microseconds of CPU that a request costs each of them in this round. */
async function measureRound(platform, ids, scenario) {
  const running = []
  try {
    for (const id of ids) {
      // Those that wait would close their connections.
      for (const { load } of running) await load.runTimes(connections)
      running.push(await open(platform, id, scenario))
    }
    const slices = await takeTurns(running, turns, measureSlice)
    const sum = (list, name) => list.reduce((total, one) => total + one[name], 0)
    return Object.fromEntries(ids.map((id) => [id, sum(slices[id], 'cpu') / sum(slices[id], 'requests')]))
  } finally {
    for (const { load, child } of running) {
      load.close()
      child.kill('SIGKILL')
    }
  }
}

/** Those that start and answer everything rightly. */
async function findAvailable(platform) {
  const available = []
  for (const [id, title] of Object.entries(platform.contenders)) {
    try {
      await platform.prepare(id)
      const { child, port } = await platform.start(id)
      try {
        for (const scenario of scenarios) await check(port, scenario)
      } finally {
        child.kill('SIGKILL')
      }
      available.push(id)
    } catch (error) {
      console.log(`${title} is left out: ${error.message.split('\n').slice(0, 3).join(' ')}`)
    }
  }
  return available
}

async function measurePlatform(name) {
  const platform = platforms[name]
  const available = await findAvailable(platform)
  const results = []
  for (const scenario of scenarios) {
    const costs = []
    for (let round = 0; round < rounds; round++)
      costs.push(await measureRound(platform, rotate(available, round), scenario))
    results.push({ title: scenario.title, costs })
    console.log(`${name}: ${scenario.title}`)
  }
  return { available, results }
}

function toTable(name, { available, results }) {
  const head = ['', ...results.map(({ title }) => title)]
  const rows = available.map((id) => {
    const cells = results.map(({ costs }) => {
      const cost = median(costs.map((round) => round[id]))
      const ratios = costs.map((round) => round[id] / round.hand)
      return id === 'hand' ? `1 (${cost.toFixed(1)} µs)` : inWords(spread(ratios))
    })
    return [platforms[name].contenders[id], ...cells]
  })
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

await install()
await install('bench')
if (!existsSync(bun)) throw new Error('Bun and workerd are fetched by `npm run runtimes`: run that first.')
if (isStale('dist/src/index.js', ['src', 'types'])) await orExit(buildPackages())
pinLoad()
const store = join(root, '.cache/bench/runtimes')
mkdirSync(store, { recursive: true })
const versionOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).version
console.log(
  `${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(2)}, ${new Date().toISOString().slice(0, 10)}`
)
for (const [name, folder] of Object.entries({
  Bun: '.cache/runtimes/node_modules/bun',
  workerd: '.cache/runtimes/node_modules/workerd',
  Hono: 'bench/node_modules/hono',
  Elysia: 'bench/node_modules/elysia'
}))
  console.log(`${name} ${versionOf(folder)}`)
for (const name of values.only.split(',')) {
  const found = await measurePlatform(name)
  writeFileSync(join(store, `${name}.json`), JSON.stringify(found, null, 2))
  console.log(`\n${toTable(name, found)}\n`)
}
process.exit()
