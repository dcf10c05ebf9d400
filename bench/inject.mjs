// Row 11: calls in process, for those who offer them, one after the other.
import { contenders } from './contender.mjs'
import { Host } from './process.mjs'
import { compareRounds, median } from './statistic.mjs'
import { takeTurns } from './turn.mjs'

const path = '/small'
const without = ['raw', 'floor', 'koa', 'express', 'stock']

export async function measureInject({ rounds, turns, warmUp, calls }, verified) {
  const present = contenders.filter(
    ({ id }) => !without.includes(id) && verified[id === 'auto' ? 'stock' : id].unavailable === undefined
  )
  const results = []
  for (let round = 0; round < rounds; round++) results.push(await runRound(present, { turns, warmUp, calls }))
  return present.map(({ id, title }) => ({
    id,
    title,
    cost: median(results.flatMap((round) => round[id])),
    toFastify: compareRounds(results, id, 'fastify')
  }))
}

async function runRound(present, { turns, warmUp, calls }) {
  const hosts = []
  try {
    for (const { id, module } of present)
      hosts.push({ id, host: await Host.start(`server/${module}.mjs`, { inject: true }) })
    await takeTurns(hosts, warmUp, ({ host }) => host.ask('inject', { path, calls }))
    return await takeTurns(hosts, turns, async ({ host }) => (await host.ask('inject', { path, calls })) / calls)
  } finally {
    for (const { host } of hosts) host.stop()
  }
}
