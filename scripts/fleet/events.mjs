// The proof of @espalier/events over PostgreSQL: 8 processes of which one is killed every 3 s, connections of the engine that are cut, an engine that is restarted, 20
// publishers and 20 readers over HTTP that come and go. Each reader has to see each event once and in order.
//
//     npm run fleet -- events --events 100000 --seconds 540 --seed 1
//
// It needs the programs of PostgreSQL (PG_BIN, or those of Debian). `--mutant lose`, `double` and `swap` break one event of each topic: the run then has to fail. `--calm`
// breaks nothing, for figures.
import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { postgresLog } from '@espalier/events/postgres'
import pg from 'pg'
import { freePort } from '../servers/port.mjs'
import { startPostgres } from '../servers/postgres.mjs'
import { publishAll, Reader } from './events/client.mjs'
import { keptIn } from './events/kept.mjs'
import { noTroubles, startTroubles } from './events/trouble.mjs'
import { createRandom } from './random.mjs'

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '540' },
    processes: { type: 'string', default: '8' },
    topics: { type: 'string', default: '4' },
    publishers: { type: 'string', default: '20' },
    readers: { type: 'string', default: '20' },
    seed: { type: 'string', default: `${Date.now() % 1e6}` },
    mutant: { type: 'string', default: '' },
    calm: { type: 'boolean', default: false }
  }
})
const [events, seconds, processes, topics, publishers, readerCount, seed] = [
  values.events,
  values.seconds,
  values.processes,
  values.topics,
  values.publishers,
  values.readers,
  values.seed
].map(Number)
const worker = fileURLToPath(new URL('events/worker.mjs', import.meta.url))
const end = Date.now() + seconds * 1000
let crashes = 0

console.log(`seed ${seed}: ${events} events, ${processes} processes, ${topics} topics`)
const engine = await startPostgres()
const pool = new pg.Pool({ connectionString: engine.url, max: 2 })
pool.on('error', () => {})
await postgresLog(pool).prepare()
await pool.query('create table sent (writer int, n int, primary key (writer, n))')

const ports = await Promise.all(Array.from({ length: processes }, freePort))
const origins = ports.map((port) => `http://127.0.0.1:${port}`)
let isOver = false
const fleet = ports.map(start)

function start(port, place) {
  const env = { ...process.env, DATABASE_URL: engine.url, PORT: String(port), MUTANT: place === 0 ? values.mutant : '' }
  const child = spawn(process.execPath, [worker], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  child.once('exit', (_code, signal) => {
    if (signal === null) crashes++
    if (!isOver) fleet[place] = start(port, place)
  })
  return child
}

const readers = Array.from({ length: readerCount }, (_, index) => new Reader(String(index % topics)))
const reading = readers.map((reader, index) => reader.read({ origins, random: createRandom(seed * 1000 + index) }))
const troubles = values.calm ? noTroubles : startTroubles({ engine, pool, fleet }, seed)
const started = Date.now()
const tries = { count: 0, kept: 0 }
const share = Math.ceil(events / publishers)
const publishing = Array.from({ length: publishers }, (_, writer) =>
  publishAll({ origins, topics, writer, count: share, random: createRandom(seed * 7 + writer), tries })
)
await Promise.race([
  Promise.all(publishing),
  sleep(end - Date.now()).then(
    () =>
      isOver || fail(`the publishers have not ended in time: ${tries.kept} events are kept after ${tries.count} calls`)
  )
])
const took = (Date.now() - started) / 1000
isOver = true
await troubles.end()

const kept = new Map()
for (let topic = 0; topic < topics; topic++) kept.set(String(topic), await keptIn(pool, topic))
const faults = []
const keys = [...kept.values()].flat().map(({ key }) => key)
if (keys.length !== share * publishers) faults.push(`${keys.length} events are kept of ${share * publishers}`)
if (crashes > 0) faults.push(`${crashes} processes ended by themselves`)
if (new Set(keys).size !== keys.length) faults.push('an event is kept twice')

// In time, a reader that has missed something has the last place all the same.
const isAtEnd = (reader) => reader.place === (kept.get(reader.topic).at(-1)?.id ?? '0')
while (!readers.every(isAtEnd) && Date.now() < end) await sleep(50)
for (const reader of readers) reader.end()
await Promise.all(reading)
for (const [index, { topic, seen, resets }] of readers.entries()) {
  const all = kept.get(topic)
  const wrong = all.findIndex(({ id, key }, place) => seen[place]?.id !== id || seen[place]?.key !== key)
  if (wrong !== -1) faults.push(`reader ${index}: place ${wrong} has ${seen[wrong]?.id}, and the log ${all[wrong].id}`)
  else if (seen.length !== all.length) faults.push(`reader ${index} saw ${seen.length} events of ${all.length}`)
  if (resets > 0) faults.push(`reader ${index} got ${resets} resets`)
}
const lags = readers.flatMap((reader) => reader.lags).sort((a, b) => a - b)
const visits = readers.reduce((sum, reader) => sum + reader.visits, 0)
const seen = readers.reduce((sum, reader) => sum + reader.seen.length, 0)
console.log(`${keys.length} events in ${took.toFixed(0)} s by ${tries.count} calls; ${seen} read in ${visits} visits`)
const { kills, cuts, restarts } = troubles.counts
console.log(`${kills} kills, ${cuts} cuts, ${restarts} restarts of the engine`)
console.log(`publish → read p50 ${lags[lags.length >> 1]} ms, p99 ${lags[Math.floor(lags.length * 0.99)]} ms`)
console.log(faults.length === 0 ? 'each reader saw each event once, in order' : faults.join('\n'))
await shut(faults.length === 0 ? 0 : 1)

async function fail(reason) {
  console.log(reason)
  await shut(1)
}

async function shut(code) {
  isOver = true
  for (const child of fleet) child.kill('SIGKILL')
  await pool.end().catch(() => {})
  await engine.stop().catch(() => {})
  process.exit(code)
}
