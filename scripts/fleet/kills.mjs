// `npm run fleet -- kills [--kills 9] [--writers 24]`: POSTs behind a balancer while servers are killed, with keys and without. It counts what failed and was
// written, what was written twice, and what was accepted and is not there. DATABASE_URL may name a PostgreSQL whose role may create databases;
// otherwise it starts one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient } from 'espalier/client'
import { freePort } from '../servers/port.mjs'
import { startPostgres } from '../servers/postgres.mjs'
import { addOrder, addPlainOrder } from './kills/orders.mjs'
import { startProxy } from './kills/proxy.mjs'
import { query } from './world.mjs'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '9' }, writers: { type: 'string', default: '24' } }
})
const [kills, writers] = [Number(values.kills), Number(values.writers)]
const own = process.env.DATABASE_URL === undefined ? await startPostgres() : undefined
const url = own?.url ?? process.env.DATABASE_URL

const modes = [
  { name: 'without keys', keys: false, repeats: false },
  { name: 'without keys, the balancer repeats POSTs', keys: false, repeats: true },
  { name: 'with keys, the client repeats', keys: true, repeats: false },
  { name: 'with keys, the client and the balancer repeat', keys: true, repeats: true }
]

console.log(`${kills} kills of one of 3 processes, ${writers} writers, Node ${process.version}\n`)
console.log(
  '| | writes | failed | failed and written | doubled | accepted and lost | repeated by the balancer, the client |'
)
console.log('|---|--:|--:|--:|--:|--:|--:|')
let isRight = true
for (const mode of modes) {
  const { writes, failed, failedAndWritten, doubled, lost, byProxy, byClient } = await run(mode)
  console.log(
    `| ${mode.name} | ${writes} | ${failed} | ${failedAndWritten} | ${doubled} | ${lost} | ${byProxy}, ${byClient} |`
  )
  if (mode.keys && failedAndWritten + doubled + lost > 0) isRight = false
}
process.exitCode = isRight ? 0 : 1
await own?.stop()

async function run(mode) {
  const name = `espalier_kills_${process.pid}_${modes.indexOf(mode)}`
  await query(url, `create database ${name}`)
  const database = new URL(url)
  database.pathname = name
  try {
    await query(
      database.href,
      'create table orders (id int generated always as identity primary key, title text not null)'
    )
    return await measure(mode, database.href)
  } finally {
    await query(url, `drop database ${name} with (force)`)
  }
}

async function measure({ keys, repeats }, databaseUrl) {
  const ports = [await freePort(), await freePort(), await freePort()]
  const start = (port) => startServer(port, keys ? 'keys' : 'plain', databaseUrl)
  const servers = await Promise.all(ports.map(start))
  const proxy = await startProxy(ports, { repeats })
  const load = startWriters(proxy.url, keys)
  for (let kill = 0; kill < kills; kill++) {
    await wait(400)
    const at = kill % servers.length
    servers[at].kill('SIGKILL')
    await once(servers[at], 'exit')
    servers[at] = await start(ports[at])
  }
  await wait(400)
  const { accepted, failed, requests } = await load.end()
  await proxy.close()
  for (const server of servers) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  const rows = await query(databaseUrl, 'select title, count(*)::int as count from orders group by title')
  const written = new Map(rows.map(({ title, count }) => [title, count]))
  return {
    writes: accepted.length + failed.length,
    failed: failed.length,
    failedAndWritten: failed.filter((title) => written.has(title)).length,
    doubled: [...written.values()].filter((count) => count > 1).length,
    lost: accepted.filter((title) => !written.has(title)).length,
    byProxy: proxy.counts.repeated,
    byClient: requests - accepted.length - failed.length
  }
}

function startWriters(baseUrl, keys) {
  const accepted = []
  const failed = []
  let isOver = false
  let requests = 0
  const counted = (...given) => {
    requests++
    return fetch(...given)
  }
  const api = keys
    ? createClient({ add: addOrder }, { baseUrl, fetch: counted, retries: 10 })
    : createClient({ add: addPlainOrder }, { baseUrl, fetch: counted })
  const write = async (writer) => {
    for (let turn = 0; !isOver; turn++) {
      const title = `${writer}-${turn}`
      await api
        .add({ body: { title } })
        .expect(201)
        .then(
          () => accepted.push(title),
          () => failed.push(title)
        )
    }
  }
  const all = Array.from({ length: writers }, (_, writer) => write(writer))
  const end = async () => {
    isOver = true
    await Promise.all(all)
    return { accepted, failed, requests }
  }
  return { end }
}

async function startServer(port, mode, databaseUrl) {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  const server = fork(join(import.meta.dirname, 'kills/server.mjs'), [String(port), mode], { env })
  const [said] = await Promise.race([once(server, 'message'), once(server, 'exit')])
  if (said !== 'listening') throw new Error(`A server did not start: ${said}.`)
  return server
}
