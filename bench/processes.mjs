// `node bench/processes.mjs`: what two processes on one port cost beside one, how connections are shared out, and how many requests are lost while
// processes are replaced; by `reusePort`, `node:cluster` and threads. Needs Node 22.12 or later and Linux. The figures of docs/lifecycle.md.
//
//   --rounds 7   --turns 10   --slice 200 (milliseconds)   --connections 64   --replacements 20
//
// All servers share one core, and the load has the other: so two processes do not cost less or more because they run at the same time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import process from 'node:process'
import { json } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackages, install, isStale, orExit } from '../scripts/project.mjs'
import { freePort } from '../scripts/servers/port.mjs'
import { firstAnswer, Load, readAnswer } from './load.mjs'
import { cpuOf } from './proc.mjs'
import { pin, pinLoad } from './process.mjs'
import { scenarios, toBytes } from './scenario.mjs'
import { inWords, median, spread } from './statistic.mjs'
import { rotate, takeTurns } from './turn.mjs'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    turns: { type: 'string', default: '10' },
    slice: { type: 'string', default: '200' },
    connections: { type: 'string', default: '64' },
    replacements: { type: 'string', default: '20' },
    only: { type: 'string', default: 'cost,evenness,replacement' }
  }
})
const [rounds, turns, slice, connections, replacements] = [
  ...['rounds', 'turns', 'slice', 'connections', 'replacements']
].map((name) => Number(values[name]))
/** Requests of each process. */
const warmUp = 40_000
const program = fileURLToPath(new URL('processes/server.mjs', import.meta.url))

/** Starts a process and resolves to it and those that it has started, when they listen. */
async function start(way, options) {
  const child = fork(program, [way, JSON.stringify(options)], { env: { ...process.env, NODE_ENV: 'production' } })
  const [{ pids }] = await once(child, 'message')
  return { child, pids, workers: options.workers }
}

/** Servers on a port of their own. */
const groups = {
  one: async (port, options) => [await start('process', { port, reusePort: true, ...options })],
  'two by reusePort': async (port, options) => [
    await start('process', { port, reusePort: true, ...options }),
    await start('process', { port, reusePort: true, ...options })
  ],
  'two by node:cluster': async (port, options) => [await start('cluster', { port, workers: 2, ...options })],
  'two threads by reusePort': async (port, options) => [await start('threads', { port, workers: 2, ...options })]
}

/** How many answer: the primary of a cluster does not, and threads share their process. */
const listenersOf = (servers) =>
  servers.reduce((count, { pids, workers = 1 }) => count + (pids.length > 1 ? pids.length - 1 : workers), 0)

function stop(servers) {
  for (const { child } of servers) {
    if (child.connected) child.disconnect()
    child.kill('SIGKILL')
  }
}

const pidsOf = (servers) => servers.flatMap(({ pids }) => pids)
const usageOf = (servers) => pidsOf(servers).reduce((sum, pid) => sum + cpuOf(pid), 0)

/** Microseconds of CPU for a request, of all processes together. */
async function measureRound(ids, { request: asked }) {
  const running = []
  try {
    for (const id of ids) {
      const port = await freePort()
      const servers = await groups[id](port)
      for (const pid of pidsOf(servers)) pin(pid)
      const load = await Load.open(port, [toBytes(asked)], connections)
      running.push({ id, servers, load })
      // Each process answers as many before it is measured: half of them would be compiled half as well.
      await load.runTimes(warmUp * listenersOf(servers))
    }
    const slices = await takeTurns(running, turns, async ({ servers, load }) => {
      const before = usageOf(servers)
      const requests = await load.runFor(slice)
      return { cpu: usageOf(servers) - before, requests }
    })
    const sum = (list, name) => list.reduce((total, one) => total + one[name], 0)
    return Object.fromEntries(ids.map((id) => [id, sum(slices[id], 'cpu') / sum(slices[id], 'requests')]))
  } finally {
    for (const { servers, load } of running) {
      load.close()
      stop(servers)
    }
  }
}

async function measureCost() {
  const ids = Object.keys(groups)
  for (const scenario of scenarios.filter(({ id }) => [1, 4].includes(id))) {
    const costs = []
    for (let round = 0; round < rounds; round++) costs.push(await measureRound(rotate(ids, round), scenario))
    console.log(`\nCPU of a request, ${scenario.title}, ${connections} connections`)
    for (const id of ids) {
      const cost = median(costs.map((round) => round[id]))
      const ratios = spread(costs.map((round) => round[id] / round.one))
      console.log(`  ${id}: ${cost.toFixed(1)} µs, ${inWords(ratios, 3)}`)
    }
  }
}

/** Opens 256 connections, one after the other, and counts who takes them. */
async function measureEvenness() {
  console.log('\nof 256 connections each takes')
  for (const [id, open] of Object.entries(groups).slice(1)) {
    const shares = []
    for (let round = 0; round < rounds; round++) {
      const port = await freePort()
      const servers = await open(port)
      const counts = new Map()
      const sockets = []
      for (let count = 0; count < 256; count++) {
        const socket = connect({ port, host: '127.0.0.1' })
        sockets.push(socket)
        const { body } = readAnswer(await firstAnswer(socket, toBytes({ method: 'GET', path: '/who' })))
        const { who } = JSON.parse(body)
        counts.set(who, (counts.get(who) ?? 0) + 1)
      }
      for (const socket of sockets) socket.destroy()
      stop(servers)
      shares.push([...counts.values()].sort((a, b) => a - b))
    }
    console.log(`  ${id}: ${shares.map((counts) => counts.join(' and ')).join('; ')}`)
  }
}

/** Asks without a pause until `signal` says so, and counts what is lost; half of the clients open a connection for each request. */
function startClients(port) {
  const agents = [new Agent({ keepAlive: true, maxSockets: 10 }), new Agent({ keepAlive: false, maxSockets: 10 })]
  const counts = { kept: 0, opened: 0, lost: [] }
  let isOver = false
  const ask = async (kind, agent) => {
    while (!isOver) {
      try {
        const outgoing = request({ port, host: '127.0.0.1', path: '/who', agent }).end()
        const [response] = await once(outgoing, 'response')
        await json(response)
        if (response.statusCode !== 200) throw new Error(`it answered ${response.statusCode}`)
        counts[kind]++
      } catch (error) {
        counts.lost.push(`${kind}: ${error.code ?? error.message}`)
      }
    }
  }
  const clients = agents.flatMap((agent, place) =>
    Array.from({ length: 10 }, () => ask(place === 0 ? 'kept' : 'opened', agent))
  )
  return async () => {
    isOver = true
    await Promise.all(clients)
    for (const agent of agents) agent.destroy()
    return counts
  }
}

const waysToReplace = {
  async reusePort(port, options, count) {
    const running = await groups['two by reusePort'](port, options)
    return {
      running,
      async replace() {
        for (let turn = 0; turn < count; turn++) {
          running.push(await start('process', { port, reusePort: true, ...options }))
          const { child } = running.shift()
          child.kill('SIGTERM')
          await once(child, 'exit')
        }
      }
    }
  },
  async 'node:cluster'(port, options, count) {
    const running = await groups['two by node:cluster'](port, options)
    return {
      running,
      async replace() {
        for (let turn = 0; turn < count; turn += 2) {
          running[0].child.send('replace')
          await once(running[0].child, 'message')
        }
      }
    }
  }
}

async function measureReplacement() {
  console.log(`\nlost while ${replacements} processes are replaced, 20 clients without a pause`)
  for (const drain of [1000, 0]) {
    for (const [id, open] of Object.entries(waysToReplace)) {
      const port = await freePort()
      const { running, replace } = await open(port, { drain }, replacements)
      const end = startClients(port)
      await sleep(500)
      await replace()
      await sleep(500)
      const { kept, opened, lost } = await end()
      stop(running)
      const kinds = [...new Set(lost)].map((kind) => `${lost.filter((one) => one === kind).length} ${kind}`)
      console.log(
        `  ${id}, drain ${drain}: ${lost.length} of ${kept + opened + lost.length} (${kinds.join(', ') || 'none'})`
      )
    }
  }
}

await install()
if (isStale('dist/src/index.js', ['src', 'types'])) await orExit(buildPackages())
pinLoad()
console.log(
  `Node ${process.version}, ${os.cpus()[0].model.trim()}, ${os.cpus().length} cores, load ${os.loadavg()[0].toFixed(2)}, ${new Date().toISOString().slice(0, 10)}`
)
const parts = { cost: measureCost, evenness: measureEvenness, replacement: measureReplacement }
for (const part of values.only.split(',')) await parts[part]()
process.exit()
