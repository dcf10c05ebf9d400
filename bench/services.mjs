// `node bench/services.mjs`: the cost of a request to the services of service.mjs, beside Fastify with the same plugins. CPU time of the server's process;
// fresh processes every round, slices in turn within it. Build first: dist is measured.
//
//   --only helmet,four   --rounds 3   --turns 6   --slice 150   --stock
import process from 'node:process'
import { parseArgs } from 'node:util'
import { measureRound } from './compare.mjs'
import { pinLoad } from './process.mjs'
import { services } from './service.mjs'
import { compareRounds, inWords, median, toCosts } from './statistic.mjs'
import { rotate } from './turn.mjs'
import { answerOf, startContender } from './verify.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    turns: { type: 'string', default: '6' },
    slice: { type: 'string', default: '150' },
    warmUp: { type: 'string', default: '1500' },
    stock: { type: 'boolean', default: false }
  }
})

const contenders = [
  { id: 'fastify', title: 'Fastify', options: { framework: 'fastify' } },
  { id: 'auto', title: 'espalier', options: { framework: 'espalier' } },
  ...(values.stock ? [{ id: 'stock', title: 'stock', options: { framework: 'espalier', exchange: 'stock' } }] : [])
].map((one) => ({ ...one, module: 'service', core: true }))
const ours = contenders.slice(1)

const plan = {
  turns: Number(values.turns),
  warmUp: Number(values.warmUp),
  slice: Number(values.slice),
  connections: 32
}

/** @throws when a service does not answer the same on each framework */
async function checkAnswers(service) {
  const answers = []
  for (const contender of contenders) {
    const host = await startContender(contender, service.app)
    const { status, body } = await answerOf(host.port, service).finally(() => host.stop())
    answers.push(JSON.stringify({ status, body }))
  }
  if (new Set(answers).size > 1) throw new Error(`${service.id}: ${answers.join(' and ')}`)
}

async function measure(service) {
  await checkAnswers(service)
  const rounds = []
  for (let round = 0; round < Number(values.rounds); round++)
    rounds.push(toCosts(await measureRound(rotate(contenders, round), service, plan, console.error)))
  const cost = median(rounds.flatMap(({ fastify }) => fastify)).toFixed(1)
  const ratios = ours.map(({ id }) => compareRounds(rounds, id, 'fastify'))
  const holds = ratios[0].median <= service.limit ? 'yes' : '**no**'
  print([service.title, cost, ...ratios.map((one) => inWords(one)), service.limit.toFixed(2), holds])
}

const print = (cells) => console.log(`| ${cells.join(' | ')} |`)

const chosen = values.only?.split(',') ?? services.map(({ id }) => id)
const stranger = chosen.find((name) => !services.some(({ id }) => id === name))
if (stranger !== undefined) {
  console.error(`--only takes ${services.map(({ id }) => id).join(', ')}, not ${stranger}`)
  process.exit(2)
}
pinLoad()
const names = ['service', 'Fastify, µs', ...ours.map(({ title }) => `${title} ÷ Fastify`), 'at most', 'holds']
print(names)
print(names.map(() => '---'))
for (const service of services) if (chosen.includes(service.id)) await measure(service)
