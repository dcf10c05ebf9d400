/** One process of the proof on the log alone: it appends its events in transactions, reads every topic, and tells its parent how far it is. It may be killed at any time. */
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHub } from '@espalier/events'
import { postgresLog } from '@espalier/events/postgres'
import pg from 'pg'
import { createRandom } from '../random.mjs'
import { mutate } from './mutant.mjs'
import { counted } from './topic.mjs'

const { seed, writer, topics, count, read } = JSON.parse(process.argv[2])
const connectionString = process.env.DATABASE_URL
const pool = new pg.Pool({ connectionString, max: 12, connectionTimeoutMillis: 5000, keepAlive: true })
pool.on('error', () => {})
pool.on('connect', (client) => client.on('error', () => {}))
const hub = createHub(mutate(postgresLog(pool), process.env.MUTANT), { every: 2000, disconnectAfter: 20_000 })
const random = createRandom(seed)

/** Most events of a transaction. */
const batch = 400

/** Writes some events of a topic, and how many this process has written, in one transaction. Every tenth is taken back. Resolves to false where all are written. */
async function write() {
  const client = await pool.connect()
  let isBroken = true
  try {
    await client.query('begin')
    const ask = 'insert into written values ($1, 0) on conflict (writer) do update set n = written.n returning n'
    const { rows } = await client.query(ask, [writer])
    const first = rows[0].n
    const size = Math.min(1 + random(batch), count - first)
    const topic = counted.of(String(random(topics)))
    for (let n = first; n < first + size; n++)
      await hub.append(topic, { event: 'counted', data: { writer, n, at: Date.now() } }, client)
    await client.query('update written set n = n + $2 where writer = $1', [writer, size])
    await client.query(random(10) === 0 ? 'rollback' : 'commit')
    isBroken = false
    return size > 0
  } finally {
    client.release(isBroken)
  }
}

async function writeAll() {
  let goesOn = true
  while (goesOn) goesOn = await write().catch(() => sleep(100, true))
}

/** Follows one topic from its state, for ever. The digest chains the ids and events in the order in which they come. */
async function follow(topic) {
  const state = read[topic.name] ?? { place: '0', count: 0, digest: '', resets: 0 }
  read[topic.name] = state
  for (;;) {
    try {
      const reader = { lastEventId: state.place, signal: AbortSignal.any([]) }
      for await (const { event, data, id } of await hub.follow(topic, reader)) {
        state.place = id
        if (event === 'reset') state.resets++
        if (event !== 'counted') continue
        state.count++
        const key = `${data.writer}-${data.n}`
        state.digest = createHash('md5').update(`${state.digest} ${id} ${key}`).digest('base64')
      }
    } catch {}
    await sleep(random(300))
  }
}

for (let index = 0; index < topics; index++) follow(counted.of(String(index)))
setInterval(() => process.send(read), 200)
process.once('disconnect', () => process.exit())
await writeAll()
