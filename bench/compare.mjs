// Scenarios 1 to 9: fresh processes every round, slices in turn within it.
import { contenders, takes } from './contender.mjs'
import { Load, toRequest } from './load.mjs'
import { scenarios } from './scenario.mjs'
import { measureSlice } from './slice.mjs'
import { compareRounds, median, toCosts } from './statistic.mjs'
import { rotate, takeTurns } from './turn.mjs'
import { startContender } from './verify.mjs'

/** Measures the scenarios of the plan with the contenders that `verified` knows to be available. */
export async function compare(plan, verified, report) {
  const available = contenders.filter(({ id }) => verified[id].unavailable === undefined)
  const results = []
  for (const scenario of scenarios.filter(({ id }) => plan.scenarios.includes(id))) {
    report(`scenario ${scenario.id}: ${scenario.title}`)
    const rounds = []
    for (let round = 0; round < plan.rounds; round++) {
      const present = available.filter((one) => takes(one, scenario) && (one.core || round < plan.peerRounds))
      rounds.push(await measureRound(rotate(present, round), scenario, plan, report))
    }
    results.push(summarize(scenario, rounds))
  }
  return results
}

/** Starts the contenders, warms each up and has them take turns; answers their slices by contender. */
export async function measureRound(present, scenario, plan, report) {
  const running = []
  try {
    for (const contender of present) {
      try {
        // Not every server lets its idle time be set, and those that wait would close their connections.
        for (const { load } of running) await load.runTimes(plan.connections)
        running.push(await warmUp(contender, scenario, plan))
      } catch (error) {
        // A neighbour that fails now and then does not spoil the round for the others.
        if (contender.core) throw error
        report(`${contender.title} is left out of a round: ${error.message}`)
      }
    }
    // The server that started first has waited since, and V8 has dropped a part of its code. Turns bring all servers to the same state.
    await takeTurns(running, plan.settle ?? 0, ({ load }) => load.runFor(plan.slice))
    return await takeTurns(running, plan.turns, ({ host, load }) => measureSlice(host, load, plan.slice))
  } finally {
    for (const { host, load } of running) {
      load.close()
      host.stop()
    }
  }
}

async function warmUp(contender, scenario, plan) {
  const host = await startContender(contender, scenario)
  try {
    const load = await Load.open(host.port, [toRequest(scenario)], plan.connections, scenario.carrier)
    await load.runFor(plan.warmUp)
    return { id: contender.id, host, load }
  } catch (error) {
    host.stop()
    throw error
  }
}

function summarize({ id, title }, rounds) {
  const costs = rounds.map(toCosts)
  const servers = {}
  for (const { id: of } of contenders) {
    const slices = rounds.flatMap((round) => round[of] ?? [])
    if (slices.length === 0) continue
    servers[of] = {
      cost: median(slices.map(({ cost }) => cost)),
      busy: median(slices.map(({ busy }) => busy)),
      toRaw: compareRounds(costs, of, 'raw'),
      toFastify: compareRounds(costs, of, 'fastify')
    }
  }
  return { id, title, servers }
}
