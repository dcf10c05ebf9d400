// Services with plugins, a logger or a listener, beside Fastify with the same: fresh processes every round, slices in turn within it.
import { measureRound } from './compare.mjs'
import { services } from './service.mjs'
import { comparePairs, compareRounds, median, toCosts } from './statistic.mjs'
import { rotate } from './turn.mjs'
import { answerOf, startContender } from './verify.mjs'

const contenders = [
  { id: 'fastify', title: 'Fastify', options: { framework: 'fastify' } },
  { id: 'auto', title: 'espalier', options: { framework: 'espalier' } },
  { id: 'stock', title: 'espalier (stock)', options: { framework: 'espalier', exchange: 'stock' } }
].map((one) => ({ ...one, module: 'service', core: true }))

/** Measures the services of the plan, or all of them. */
export async function measureServices(plan, report) {
  const results = []
  for (const service of services.filter(({ id }) => plan.services === undefined || plan.services.includes(id))) {
    report(`service: ${service.title}`)
    await checkAnswers(service)
    const rounds = []
    const isLarge = service.connections !== undefined
    const own = isLarge ? { ...plan, ...plan.large, connections: service.connections } : plan
    for (let round = 0; round < own.rounds; round++)
      rounds.push(toCosts(await measureRound(rotate(contenders, round), service, own, report)))
    const compare = isLarge ? comparePairs : compareRounds
    const toFastify = (id) => compare(rounds, id, 'fastify')
    const cost = median(rounds.flatMap(({ fastify }) => fastify))
    results.push({ id: service.id, cost, toFastify: toFastify('auto'), stockToFastify: toFastify('stock') })
  }
  return results
}

/** @throws when a service does not answer the same on each framework */
async function checkAnswers(service) {
  const answers = []
  for (const contender of contenders) {
    const host = await startContender(contender, service)
    const { status, body } = await answerOf(host.port, service).finally(() => host.stop())
    answers.push(JSON.stringify({ status, body }))
  }
  if (new Set(answers).size > 1) throw new Error(`${service.id}: ${answers.join(' and ')}`)
}
