// `node scripts/observers/cost.mjs`: what OpenTelemetry costs a request, in CPU time of the server; the figures of docs/observability.md. Servers
// take turns, each a process of its own, and spans are counted, not sent. Build first.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { installConsumers } from '../consumer-packages.mjs'

const variants = ['none', 'one span', 'hooks', 'http', 'http and hooks']
const rounds = 7
const requests = 4000

if (process.argv[2] === undefined) await measure()
else await serve(process.argv[2])

async function measure() {
  await installConsumers('scripts/observers')
  const servers = []
  for (const name of variants) {
    const child = fork(fileURLToPath(import.meta.url), [name])
    const [address] = await once(child, 'message')
    servers.push({ name, child, address, rounds: [] })
  }
  for (const server of servers) await load(server)
  for (let round = 0; round < rounds; round++) for (const server of servers) server.rounds.push(await load(server))
  const costs = servers.map((server) => server.rounds.map(({ cpu }) => cpu).toSorted((a, b) => a - b)[rounds >> 1])
  servers.forEach(({ name, child, rounds: [{ spans }] }, index) => {
    console.log(
      `${name}: ${costs[index].toFixed(1)} µs, ${(costs[index] / costs[0]).toFixed(2)} of none, ${spans} spans`
    )
    child.kill()
  })
}

/** Resolves to the CPU time of a request in microseconds, and how many spans it has. */
async function load({ child, address }) {
  const ask = async () => {
    child.send('cpu')
    const [{ user, system, spans }] = await once(child, 'message')
    return { cpu: user + system, spans }
  }
  const before = await ask()
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  let left = requests
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      while (left-- > 0) await get(`${address}/books/7`, agent)
    })
  )
  agent.destroy()
  const after = await ask()
  return { cpu: (after.cpu - before.cpu) / requests, spans: Math.round((after.spans - before.spans) / requests) }
}

function get(url, agent) {
  return new Promise((done, fail) => {
    request(url, { agent }, (response) => response.resume().on('end', done))
      .on('error', fail)
      .end()
  })
}

async function serve(variant) {
  let spans = 0
  const exporter = {
    export(given, done) {
      spans += given.length
      done({ code: 0 })
    },
    shutdown: async () => {}
  }
  if (variant !== 'none') await startTracing(variant, exporter)
  const { espalier } = await import('espalier')
  const app = espalier()
  app.register(
    async (plugin) => {
      const known = plugin.derive('onRequest', async function readVisitor() {
        return { visitor: 'Ada' }
      })
      known.get('/:id', async function findBook({ params, visitor }) {
        return { id: params.id, visitor }
      })
    },
    { prefix: '/books' }
  )
  process.send(await app.listen({ port: 0, host: '127.0.0.1' }))
  process.on('message', () => process.send({ ...process.cpuUsage(), spans }))
}

async function startTracing(variant, exporter) {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { registerInstrumentations } = await import('@opentelemetry/instrumentation')
  const { HttpInstrumentation } = await import('@opentelemetry/instrumentation-http')
  const { FastifyOtelInstrumentation } = await import('@fastify/otel')
  // Often enough that no span is dropped.
  const processor = new BatchSpanProcessor(exporter, { maxQueueSize: 100_000, scheduledDelayMillis: 50 })
  new NodeTracerProvider({ spanProcessors: [processor] }).register()
  const options = { registerOnInitialization: true }
  const alone = { ...options, instrumentHooks: false, instrumentHandler: false }
  const http = variant.includes('http') ? [new HttpInstrumentation()] : []
  const hooks = variant.includes('hooks') ? [new FastifyOtelInstrumentation(options)] : []
  const one = variant === 'one span' ? [new FastifyOtelInstrumentation(alone)] : []
  registerInstrumentations({ instrumentations: [...http, ...hooks, ...one] })
}
