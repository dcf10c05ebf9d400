/** A cluster of two workers, as in docs/performance.md: on a message, the primary replaces its workers one after the other. */
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import process from 'node:process'
import { espalier } from '../../src/index.ts'

async function start(): Promise<Worker> {
  const worker = cluster.fork()
  await once(worker, 'listening')
  return worker
}

async function lead(): Promise<void> {
  let workers = [await start(), await start()]
  process.on('message', async () => {
    const fresh: Worker[] = []
    for (const old of workers) {
      fresh.push(await start())
      old.process.kill('SIGTERM')
      await once(old, 'exit')
    }
    workers = fresh
    process.send?.('replaced')
  })
  process.on('disconnect', () => {
    for (const worker of workers) worker.process.kill('SIGKILL')
    process.exit()
  })
  process.send?.('ready')
}

async function work(): Promise<void> {
  const app = espalier()
  app.get('/', () => ({ pid: process.pid }))
  app.addHook('onClose', async () => void cluster.worker?.disconnect())
  const drain = Number(process.env.DRAIN)
  await app.listen({ port: Number(process.env.PORT), host: String(process.env.HOST), drain, closeOn: ['SIGTERM'] })
}

await (cluster.isPrimary ? lead() : work())
