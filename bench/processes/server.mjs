// Servers that share a port, in the three ways that there are. Told by its parent: 'replace' replaces each of a cluster's workers in turn.
//
//   server.mjs process '{"port":3000,"reusePort":true}'    one process
//   server.mjs cluster '{"port":3000,"workers":2}'         a primary process and its workers
//   server.mjs threads '{"port":3000,"workers":2}'         threads of one process, each with a listener of its own
import cluster from 'node:cluster'
import { once } from 'node:events'
import process from 'node:process'
import { isMainThread, threadId, Worker, workerData } from 'node:worker_threads'
import espalier from '../../dist/src/index.js'
import { declareSmall } from '../server/route.mjs'

const [way, text] = isMainThread ? process.argv.slice(2) : workerData
const { port, reusePort, workers, drain } = JSON.parse(text)

async function serve(options) {
  const app = espalier()
  app.get('/who', () => ({ who: `${process.pid}.${threadId}` }))
  declareSmall(app)
  app.addHook('onClose', async () => void cluster.worker?.disconnect())
  return app.listen({ port, host: '127.0.0.1', ...(drain && { drain }), closeOn: ['SIGTERM'], ...options })
}

const tell = (message) => process.send?.({ pids: [process.pid], ...message })

async function fork() {
  const worker = cluster.fork()
  await once(worker, 'listening')
  return worker
}

async function lead() {
  // Those of the primary are given to its workers.
  let running = []
  while (running.length < workers) running.push(await fork())
  const pids = () => [process.pid, ...running.map((worker) => worker.process.pid)]
  process.on('message', async () => {
    const fresh = []
    for (const old of running) {
      fresh.push(await fork())
      old.process.kill('SIGTERM')
      await once(old, 'exit')
    }
    running = fresh
    tell({ pids: pids() })
  })
  process.on('disconnect', () => {
    for (const worker of running) worker.process.kill('SIGKILL')
    process.exit()
  })
  tell({ pids: pids() })
}

async function startThreads() {
  const data = { workerData: ['thread', text] }
  for (let count = 0; count < workers; count++) await once(new Worker(new URL(import.meta.url), data), 'message')
  tell({})
}

const ways = {
  async process() {
    await serve({ reusePort })
    tell({})
  },
  cluster: () => (cluster.isPrimary ? lead() : serve({})),
  threads: startThreads,
  async thread() {
    const { parentPort } = await import('node:worker_threads')
    await serve({ reusePort: true, closeOn: undefined })
    parentPort.postMessage('listening')
  }
}

await ways[way]()
