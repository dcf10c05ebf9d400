/** Processes that share a port: by the system, and by `node:cluster`. nginx has one address then. */
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../servers/port.mjs'
import { Served, startProcesses } from '../processes.mjs'
import { nothingFails } from './processes.mjs'

const entryOf = (name) => join(import.meta.dirname, `../entry/${name}.mjs`)
const [major, minor] = process.versions.node.split('.').map(Number)
const sharesPorts = major > 22 || (major === 22 && minor >= 12)

/** First the new process, then the end of the old one. */
async function replaceAll({ processes, another }) {
  for (const place of processes.keys()) {
    const old = processes[place]
    processes[place] = await another()
    await old.end('SIGTERM')
  }
}

async function startSharing(world, options) {
  const shared = await freePort()
  const env = { ...options.env, SHARED_PORT: `${shared}` }
  const fleet = await startProcesses(world, {
    ...options,
    env,
    entry: entryOf('reuse-port'),
    at: [shared, shared, shared]
  })
  const another = async () => {
    const served = new Served(await freePort(), fleet.options)
    await served.start()
    return served
  }
  return { ...fleet, another }
}

async function startCluster(world, options) {
  const port = await freePort()
  return startProcesses(world, { ...options, entry: entryOf('cluster'), ports: [port], at: [port, port, port] })
}

async function replaceWorkers({ processes: [{ child }] }) {
  child.kill('SIGHUP')
  await once(child, 'message')
}

export const ofPorts = [
  {
    name: 'reuse-port',
    title: 'three processes by `reusePort`, each replaced, `DRAIN=3000`',
    promise: 'nothing fails',
    missing: () => (sharesPorts ? undefined : 'reusePort needs Node 22.12'),
    start: startSharing,
    act: replaceAll,
    breaches: nothingFails
  },
  {
    name: 'cluster',
    title: 'two workers by `node:cluster`, each replaced, `DRAIN=3000`',
    promise: 'nothing fails',
    start: startCluster,
    act: replaceWorkers,
    breaches: nothingFails
  },
  {
    name: 'cluster-kill',
    title: 'one of two workers by `node:cluster`: `kill -9`',
    promise: 'only requests under way fail',
    start: startCluster,
    act: async ({ processes: [{ child }] }) => {
      child.send('kill')
      await sleep(5000)
    },
    breaches: ({ failed, plain }) => [
      plain.failed + failed.read + failed.own + failed.login > 9 && 'more requests failed than were under way'
    ]
  }
]
