// The proof of @espalier/events on the log alone, over PostgreSQL: 8 processes append events and read every topic. One of them is killed every 3 s, connections are cut,
// and the engine is restarted. Each process has to read each event once and in order.
//
//     npm run fleet -- log --events 400000 --seconds 540 --seed 1
//
// It needs the programs of PostgreSQL (PG_BIN, or those of Debian). `--mutant lose`, `double` and `swap` break event 100 of each topic in one process: the run then has to fail.
import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { postgresLog } from '@espalier/events/postgres'
import pg from 'pg'
import { startPostgres } from '../servers/postgres.mjs'
import { keptIn } from './events/kept.mjs'
import { noTroubles, startTroubles } from './events/trouble.mjs'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '540' },
    processes: { type: 'string', default: '8' },
    topics: { type: 'string', default: '16' },
    seed: { type: 'string', default: `${Date.now() % 1e6}` },
    mutant: { type: 'string', default: '' },
    calm: { type: 'boolean', default: false }
  }
})
const [events, seconds, processes, topics, seed] = [
  values.events,
  values.seconds,
  values.processes,
  values.topics,
  values.seed
].map(Number)
const worker = fileURLToPath(new URL('events/log-worker.mjs', import.meta.url))
const end = Date.now() + seconds * 1000
const counts = { crashes: 0, starts: 0 }
const engine = await startPostgres()
const pool = new pg.Pool({ connectionString: engine.url, max: 2 })
pool.on('error', () => {})
await postgresLog(pool).prepare()
await pool.query('create table written (writer int primary key, n int not null)')

/** What each process has read of each topic: `{ place, count, digest }`. A process that is started again goes on from there. */
const read = Array.from({ length: processes }, () => ({}))
let isOver = false
const fleet = read.map((_, place) => start(place))

function start(place) {
  const job = {
    seed: seed * 100 + place + counts.starts++ * 7919,
    writer: place,
    topics,
    count: Math.ceil(events / processes)
  }
  const env = { ...process.env, DATABASE_URL: engine.url, MUTANT: place === 0 ? values.mutant : '' }
  const child = fork(worker, [JSON.stringify({ ...job, read: read[place] })], { env })
  child.on('message', (states) => Object.assign(read[place], states))
  child.once('exit', (_code, signal) => {
    if (signal === null) counts.crashes++
    if (!isOver) fleet[place] = start(place)
  })
  return child
}

console.log(`seed ${seed}: ${events} events, ${processes} processes, ${topics} topics`)
const started = Date.now()
let isWritten = false
const troubles = values.calm ? noTroubles : startTroubles({ engine, pool, fleet }, seed)
const total = Math.ceil(events / processes) * processes
while (!isWritten && Date.now() < end) {
  await sleep(500)
  const sum = 'select coalesce(sum(n), 0)::int as sum from written'
  isWritten = await pool.query(sum).then(
    ({ rows }) => rows[0].sum === total,
    () => false
  )
}
const took = (Date.now() - started) / 1000

const kept = await readLog()
const isAtEnd = (states) => [...kept].every(([topic, { place }]) => states[topic]?.place === place)
while (!read.every(isAtEnd) && Date.now() < end + 30_000) await sleep(100)
const readIn = (Date.now() - started) / 1000
isOver = true
await troubles.end()

const faults = []
const keptCount = [...kept.values()].reduce((sum, { count }) => sum + count, 0)
if (!isWritten) faults.push('the processes have not written all events in time')
if (keptCount !== total) faults.push(`${keptCount} events are kept of ${total}`)
const { rows } = await pool.query(
  "select count(distinct (data->>'writer', data->>'n'))::int as count from espalier_events"
)
if (rows[0].count !== keptCount) faults.push('an event is kept twice')
if (counts.crashes > 0) faults.push(`${counts.crashes} processes ended by themselves`)
for (const [place, states] of read.entries())
  for (const [topic, { count, digest }] of kept) {
    const state = states[topic]
    if (state?.count !== count) faults.push(`process ${place} read ${state?.count} events of ${topic}, not ${count}`)
    else if (state.digest !== digest) faults.push(`process ${place} read ${topic} in another order`)
    if (state?.resets > 0) faults.push(`process ${place} was reset in ${topic}`)
  }
const seen = read.reduce((sum, states) => sum + Object.values(states).reduce((all, { count }) => all + count, 0), 0)
console.log(`${keptCount} events in ${took.toFixed(0)} s, ${seen} read in ${readIn.toFixed(0)} s`)
const { kills, cuts, restarts } = troubles.counts
console.log(`${kills} kills, ${cuts} cuts, ${restarts} restarts of the engine`)
console.log(faults.length === 0 ? 'each process read each event once, in order' : faults.slice(0, 20).join('\n'))
for (const child of fleet) child.kill('SIGKILL')
await pool.end().catch(() => {})
await engine.stop().catch(() => {})
process.exit(faults.length === 0 ? 0 : 1)

/** The count, the last place and the digest of each topic, from the table. */
async function readLog() {
  const found = new Map()
  for (let index = 0; index < topics; index++) {
    const rows = await again(() => keptIn(pool, index))
    let digest = ''
    for (const { id, key } of rows) digest = createHash('md5').update(`${digest} ${id} ${key}`).digest('base64')
    if (rows.length > 0) found.set(`counted/${index}`, { place: rows.at(-1).id, count: rows.length, digest })
  }
  return found
}

/** Calls until there is an answer: the engine may be down. */
async function again(call) {
  for (;;) {
    try {
      return await call()
    } catch {
      await sleep(200)
    }
  }
}
