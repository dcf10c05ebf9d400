/** One experiment: three processes, the load, what is done to them, and whether the promise was kept. */
import { causesIn } from './causes.mjs'
import { startLoad } from './load.mjs'
import { startProcesses } from './processes.mjs'
import { createRandom } from './random.mjs'

/** What every experiment promises. */
function alwaysBroken({ keyed, plain, gaps, doubles, ended, late, crashes }) {
  const lost = keyed.lost + plain.lost
  const doubled = keyed.doubled + plain.doubled
  return [
    keyed.failed > 0 && `${keyed.failed} writes with a key failed`,
    lost > 0 && `${lost} accepted writes are lost`,
    doubled > 0 && `${doubled} writes are there twice`,
    gaps > 0 && `${gaps} gaps in event streams`,
    doubles > 0 && `${doubles} events came twice`,
    ended > 0 && `${ended} event streams ended`,
    late > 0 && `${late} requests failed when all was over`,
    crashes > 0 && `${crashes} processes ended by themselves`
  ]
}

/** Resolves to what was counted, with the sentences of the promises that were broken. */
export async function runExperiment(world, experiment, seed) {
  const { name, env, act, breaches, load, entry, start = startProcesses } = experiment
  const fleet = await start(world, { name: `fleet_${name.replaceAll('-', '_')}`, env, entry })
  try {
    const users = await startLoad(fleet, load)
    await act(fleet, createRandom(seed), world)
    const counted = await users.end()
    const crashes = fleet.processes.reduce((sum, each) => sum + each.crashes, 0)
    const result = { ...counted, crashes, peak: Math.max(...fleet.processes.map(({ peak }) => peak)) }
    const broken = [...alwaysBroken(result), ...breaches(result)].filter(Boolean)
    return { ...result, broken, causes: broken.length === 0 ? [] : causesIn(fleet.options.log) }
  } finally {
    await fleet.stop()
  }
}
