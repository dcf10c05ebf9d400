// `node bench/services.mjs`: what a request costs a service as it is, with plugins, a logger or listeners, beside Fastify with the same. CPU time of the
// server's process; fresh processes every round, slices in turn within it. Build first: dist is measured.
//
//   --only helmet,four   --rounds 3   --turns 6   --slice 150   --stock
import { connect } from 'node:net'
import { parseArgs } from 'node:util'
import { measureRound } from './compare.mjs'
import { firstAnswer, readAnswer } from './load.mjs'
import { pinLoad } from './process.mjs'
import { toBytes } from './scenario.mjs'
import { services } from './service.mjs'
import { compareRounds, median, toCosts } from './statistic.mjs'
import { rotate } from './turn.mjs'
import { startContender } from './verify.mjs'

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
    const socket = connect({ port: host.port, host: '127.0.0.1' })
    const { status, body } = readAnswer(await firstAnswer(socket, toBytes(service.request)))
    answers.push(JSON.stringify({ status, body }))
    socket.destroy()
    host.stop()
  }
  if (new Set(answers).size > 1) throw new Error(`${service.id}: ${answers.join(' and ')}`)
}

async function measure(service) {
  await checkAnswers(service)
  const rounds = []
  for (let round = 0; round < Number(values.rounds); round++)
    rounds.push(toCosts(await measureRound(rotate(contenders, round), service, plan, console.error)))
  const cost = (id) => median(rounds.flatMap((round) => round[id])).toFixed(1)
  const ratio = (id) => {
    const { median: middle, low, high } = compareRounds(rounds, id, 'fastify')
    return `${middle.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`
  }
  const ours = contenders.slice(1).map(({ id }) => ratio(id))
  const holds = compareRounds(rounds, 'auto', 'fastify').median <= service.limit ? 'yes' : '**no**'
  console.log(
    `| ${service.title} | ${cost('fastify')} | ${ours.join(' | ')} | ${service.limit.toFixed(2)} | ${holds} |`
  )
}

pinLoad()
const names = [
  'service',
  'Fastify, µs',
  ...contenders.slice(1).map(({ title }) => `${title} ÷ Fastify`),
  'at most',
  'holds'
]
console.log(`| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}`)
const chosen = values.only?.split(',')
for (const service of services) if (chosen?.includes(service.id) ?? true) await measure(service)
