// What the safe defaults cost a request: espalier as it comes, beside itself with everything that can be switched off switched off.
import { measureRound } from './compare.mjs'
import { scenarios } from './scenario.mjs'
import { compareRounds, toCosts } from './statistic.mjs'

const exchange = 'auto'
const contenders = [
  { id: 'safe', title: 'espalier', module: 'espalier', core: true, options: { exchange } },
  { id: 'bare', title: 'espalier, unprotected', module: 'espalier', core: true, options: { exchange, isBare: true } }
]

/** Measures the scenarios of the plan with and without protection; `undefined` where the lane is closed. */
export async function measureProtection(plan, { auto }, report) {
  if (auto.unavailable !== undefined) return undefined
  const results = []
  for (const scenario of scenarios.filter(({ id }) => plan.scenarios.includes(id))) {
    const rounds = []
    for (let round = 0; round < plan.rounds; round++)
      rounds.push(toCosts(await measureRound(contenders, scenario, plan, report)))
    results.push({ id: scenario.id, title: scenario.title, toBare: compareRounds(rounds, 'safe', 'bare') })
  }
  return results
}
