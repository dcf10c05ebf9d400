// Many connections that wait: what each holds in the server's memory, and what watching over all of them costs.
import { contenders } from './contender.mjs'
import { Load } from './load.mjs'
import { scenarios, toBytes } from './scenario.mjs'
import { startContender } from './verify.mjs'

const batch = 250

export async function measureIdle({ connections, seconds }, verified) {
  const present = contenders.filter(({ id, core }) => core && verified[id].unavailable === undefined)
  const results = []
  for (const contender of present)
    results.push({ id: contender.id, title: contender.title, ...(await measureOne(contender)) })
  return { connections, seconds, servers: results }

  async function measureOne(contender) {
    const host = await startContender(contender, scenarios[0])
    const loads = []
    try {
      const before = await host.ask('heap')
      const request = toBytes(scenarios[0].request)
      for (let open = 0; open < connections; open += batch) {
        loads.push(await Load.open(host.port, [request], Math.min(batch, connections - open)))
      }
      const after = await host.ask('heap')
      const perConnection = (what) => (after[what] - before[what]) / connections
      return { heap: perConnection('heap'), rss: perConnection('rss'), idle: await costOfWaiting(host, seconds) }
    } finally {
      for (const load of loads) load.close()
      host.stop()
    }
  }
}

/** Microseconds of CPU per second in which nothing is sent. */
async function costOfWaiting(host, seconds) {
  const before = await host.ask('usage')
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  return ((await host.ask('usage')) - before) / seconds
}
