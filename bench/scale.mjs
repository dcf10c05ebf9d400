// What a request, a start and a heap cost as an application grows along one axis.
import { Load } from './load.mjs'
import { Host } from './process.mjs'
import { toBytes } from './scenario.mjs'
import { request } from './server/scale.mjs'
import { measureSlice } from './slice.mjs'
import { compareRounds, median } from './statistic.mjs'
import { takeTurns } from './turn.mjs'

/** Measures each axis at its sizes, e.g. `{ routes: [10, 1000] }`; every size is compared with the axis's smallest. */
export async function measureScale(plan, report) {
  const results = []
  for (const [axis, sizes] of Object.entries(plan.axes)) {
    report(`scale: ${axis} ${sizes.join(', ')}`)
    const rounds = []
    for (let round = 0; round < plan.rounds; round++) rounds.push(await runRound(axis, sizes, plan))
    results.push({ axis, points: sizes.map((size) => summarize(size, sizes[0], rounds)) })
  }
  return results
}

function start(framework, axis, size) {
  return Host.start('server/scale.mjs', { app: { [axis]: size }, framework })
}

async function runRound(axis, sizes, plan) {
  const hosts = []
  try {
    for (const size of sizes) hosts.push({ id: size, host: await start('espalier', axis, size) })
    for (const entry of hosts) entry.load = await Load.open(entry.host.port, [toBytes(request)], plan.connections)
    for (const { load } of hosts) await load.runFor(plan.warmUp)
    const slices = await takeTurns(hosts, plan.turns, ({ host, load }) => measureSlice(host, load, plan.slice))
    const espalier = Object.fromEntries(
      hosts.map(({ id, host }) => [id, { boot: host.boot, heap: host.declared, slices: slices[id] }])
    )
    return { espalier, fastify: await bootFastify(axis, sizes) }
  } finally {
    for (const { host, load } of hosts) {
      load?.close()
      host.stop()
    }
  }
}

/** For orientation only: what the same declarations cost there. */
async function bootFastify(axis, sizes) {
  const boots = {}
  for (const size of sizes) {
    const host = await start('fastify', axis, size)
    boots[size] = { boot: host.boot, heap: host.declared }
    host.stop()
  }
  return boots
}

function summarize(size, smallest, rounds) {
  const costs = rounds.map(({ espalier }) =>
    Object.fromEntries(Object.entries(espalier).map(([id, { slices }]) => [id, slices.map(({ cost }) => cost)]))
  )
  const own = (framework, what) => median(rounds.map((round) => round[framework][size][what]))
  return {
    size,
    cost: median(costs.flatMap((round) => round[size])),
    toSmallest: compareRounds(costs, size, smallest),
    boot: own('espalier', 'boot'),
    heap: own('espalier', 'heap'),
    fastifyBoot: own('fastify', 'boot'),
    fastifyHeap: own('fastify', 'heap')
  }
}
