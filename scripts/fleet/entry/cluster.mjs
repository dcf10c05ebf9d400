/** The help desk in two workers of `node:cluster`. SIGHUP replaces them, one after the other: first the new one, then the end of the old one. A worker that dies is replaced. */
import cluster from 'node:cluster'
import { once } from 'node:events'
import { helpDeskSettings } from '../../../.build/examples/helpdesk/settings.js'
import { createApp } from './app.mjs'

if (cluster.isPrimary) lead()
else await serve()

async function serve() {
  const env = helpDeskSettings.read()
  const app = createApp(env)
  app.addHook('onClose', async () => void cluster.worker.disconnect())
  await app.listen({ port: env.PORT, host: '127.0.0.1', drain: env.DRAIN, closeOn: ['SIGTERM'] })
}

function lead() {
  let workers = [cluster.fork(), cluster.fork()]
  const leaving = new Set()
  cluster.on('exit', (worker) => {
    if (!leaving.delete(worker)) workers = workers.map((each) => (each === worker ? cluster.fork() : each))
  })
  process.on('SIGHUP', async () => {
    for (const [place, old] of workers.entries()) {
      workers[place] = cluster.fork()
      await once(workers[place], 'listening')
      leaving.add(old)
      old.process.kill('SIGTERM')
      await once(old, 'exit')
    }
    process.send?.('replaced')
  })
  process.on('message', () => workers[0].process.kill('SIGKILL'))
  process.on('SIGTERM', async () => {
    for (const worker of workers) {
      leaving.add(worker)
      worker.process.kill('SIGTERM')
    }
    await Promise.all(workers.map((worker) => once(worker, 'exit')))
    process.exit()
  })
}
