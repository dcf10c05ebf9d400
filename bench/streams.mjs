// `node bench/streams.mjs`: what event streams cost: memory of each, CPU of an event beside a server by hand and through a hub, and what readers that do not read hold. The
// figures of docs/streams.md. Needs Linux.
//
//   --streams 10000   --events 20   --rounds 5   --seconds 10
//
// Each figure is of a server and readers of its own, in processes of their own. Readers that do not read have sockets of Unix: the system keeps some 200 kB
// for each of them, where it would keep megabytes for each of TCP.
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPackages, isStale, orExit } from '../scripts/project.mjs'
import { pin, pinLoad } from './process.mjs'
import { median, spread } from './statistic.mjs'

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '10000' },
    events: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '10' }
  }
})
const [streams, events, rounds, seconds] = ['streams', 'events', 'rounds', 'seconds'].map((name) =>
  Number(values[name])
)

function checkLimit() {
  const { stdout } = spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })
  if (Number(stdout) > streams + 100) return
  process.stderr.write(
    `A process may open ${stdout.trim()} files, and ${streams} streams need more: raise it by ulimit -n ${streams + 200}.\n`
  )
  process.exit(1)
}

async function start(name, args, execArgv = []) {
  const program = fileURLToPath(new URL(`streams/${name}.mjs`, import.meta.url))
  const child = fork(program, args.map(String), { execArgv, env: { ...process.env, NODE_ENV: 'production' } })
  const ask = async (command, options = {}) => {
    child.send({ command, ...options })
    return (await once(child, 'message'))[0].result
  }
  const stop = async () => {
    child.disconnect()
    await once(child, 'exit')
  }
  const [{ result }] = await once(child, 'message')
  return { child, ask, stop, result }
}

async function startServer(kind, path) {
  const server = await start('server', path === undefined ? [kind] : [kind, path], ['--expose-gc'])
  pin(server.child.pid)
  return server
}

async function until(server, holds) {
  for (let before; ; ) {
    const counts = await server.ask('counts')
    if (holds(counts, before)) return counts
    before = counts
    await sleep(500)
  }
}

/** Streams that are read: bytes of each, and microseconds of CPU for an event of one. */
async function measureRead(kind) {
  const server = await startServer(kind)
  const before = await server.ask('memory')
  const readers = await start('reader', [server.result, streams, '/', true])
  await until(server, ({ open }) => open === streams)
  await server.ask('emit', { streams, count: 2 })
  const after = await server.ask('memory')
  const { reads } = await server.ask('counts')
  const cpu = (await server.ask('emit', { streams, count: events })) / (streams * events)
  const asked = ((await server.ask('counts')).reads - reads) / events
  await readers.stop()
  await server.stop()
  return { heap: (after.heap - before.heap) / streams, rss: (after.rss - before.rss) / streams, cpu, asked }
}

/** Streams that nobody reads: bytes of each when nothing moves any more, and some seconds later. */
async function measureStalled(kind, target) {
  const folder = mkdtempSync(join(os.tmpdir(), 'streams-'))
  const server = await startServer(kind, join(folder, 'socket'))
  const before = await server.ask('memory')
  const readers = await start('reader', [server.result, streams, target, false])
  await until(server, ({ open, asked }, last) => open === streams && asked === last?.asked)
  const stalled = await server.ask('memory')
  await sleep(seconds * 1000)
  const later = await server.ask('memory')
  const { asked } = await server.ask('counts')
  await readers.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
  const each = ({ heap }) => (heap - before.heap) / streams
  return { stalled: each(stalled), later: each(later), asked: asked / streams }
}

/** How long it takes until readers that do not read are dropped, and what is left of them. */
async function measureDropped() {
  const folder = mkdtempSync(join(os.tmpdir(), 'streams-'))
  const server = await startServer('espalier', join(folder, 'socket'))
  const before = await server.ask('memory')
  const readers = await start('reader', [server.result, streams, '/dropped', false])
  const opened = performance.now()
  await until(server, ({ open, asked }) => open === 0 && asked > 0)
  const ms = performance.now() - opened
  const after = await server.ask('memory')
  await readers.stop()
  await server.stop()
  rmSync(folder, { recursive: true })
  return { ms, left: (after.heap - before.heap) / streams }
}

const kilobytes = (bytes) => `${(bytes / 1024).toFixed(1)} kB`

checkLimit()
if (isStale('dist/src/index.js', ['src', 'types'])) await orExit(buildPackages())
pinLoad()
console.log(`${streams} streams, ${events} events of 100 bytes for each, ${rounds} rounds, Node ${process.version}`)
const results = { espalier: [], hub: [], 'node:http by hand': [] }
for (let round = 0; round < rounds; round++)
  for (const [kind, list] of Object.entries(results)) list.push(await measureRead(kind))
for (const [kind, list] of Object.entries(results)) {
  const of = (what) => median(list.map((one) => one[what]))
  const { low, high } = spread(list.map(({ cpu }) => cpu))
  console.log(
    `${kind}: ${kilobytes(of('heap'))} of heap and ${kilobytes(of('rss'))} in all for each, ${of('cpu').toFixed(2)} µs of CPU for an event (${low.toFixed(2)} to ${high.toFixed(2)})`
  )
}
console.log(`hub: ${median(results.hub.map(({ asked }) => asked)).toFixed(2)} reads of the log for an event`)
for (const kind of ['espalier', 'hub']) {
  const { stalled, later, asked } = await measureStalled(kind, '/endless')
  console.log(
    `${kind}, readers that do not read: ${kilobytes(stalled)} of heap for each, ${kilobytes(later)} after ${seconds} s, ${asked.toFixed(0)} events of 1 kB asked for each`
  )
}
const { ms, left } = await measureDropped()
console.log(
  `with a heartbeat of 1 s they are gone ${(ms / 1000).toFixed(1)} s after the last has come, and ${kilobytes(left)} of each are left`
)
