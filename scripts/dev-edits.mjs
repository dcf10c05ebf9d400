// `npm run dev-edits -- --edits 1000 --seed 1 --minutes 20`: a series of edits of the help desk under `espalier dev`, while clients are there. The answers behind each edit
// are known, and what `app.explain` says is that of a start of the same sources. Ends with 1 where something was lost or differs.

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asking, Clients, settle } from './dev-edits/client.mjs'
import { edited, first, kindsOf, textsOf } from './dev-edits/edit.mjs'
import { Explained } from './dev-edits/explained.mjs'
import { mismatchOf } from './dev-edits/part.mjs'
import { Command, makeProject, removeProject, write } from './dev-edits/project.mjs'
import { randomFrom } from './random.mjs'

const { values } = parseArgs({
  options: {
    edits: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: 'Infinity' }
  }
})
/** The series ends there, however many edits are left. */
const end = performance.now() + Number(values.minutes) * 60_000
const edits = Number(values.edits)
const random = randomFrom(Number(values.seed))
/** In milliseconds. */
const patience = 60_000
/** The heap of the first edits holds modules that are compiled only then. */
const settled = 100

const folder = makeProject()
const faults = []
let done = 0
const fault = (sentence) => void (faults.push(sentence) <= 20 && console.log(sentence))

try {
  write(folder, textsOf(first))
  const making = await Command.start(folder, 'data')
  const tokens = await settle(making.origin)
  await making.end()
  cpSync(join(folder, 'data'), join(folder, 'cold'), { recursive: true })
  await runSeries(tokens)
} finally {
  removeProject(folder)
}
console.log(
  faults.length === 0 ? 'nothing was lost, and every edit was answered as it should be' : `${faults.length} faults`
)
process.exitCode = faults.length === 0 ? 0 : 1

async function runSeries(tokens) {
  const command = await Command.start(folder, 'data')
  const { ask, end: leave } = asking(command.origin)
  const clients = new Clients(command.origin, tokens.ada)
  const explained = new Explained(folder, ask)
  const times = new Map()
  const heaps = []
  if (!(await explained.isAsCold(first))) fault('explain differs from that of another start')
  let state = first
  let good = first
  for (const [index, kind] of kindsOf(edits, random).entries()) {
    if (performance.now() > end) break
    done = index + 1
    const before = textsOf(state)
    state = edited(state, kind, index + 1, random)
    const refusals = command.refusals
    const began = performance.now()
    write(folder, textsOf(state), before)
    if (state.broken === null) good = state
    const what = `edit ${index + 1} (${kind})`
    try {
      if (state.broken === null) await until(async () => (await mismatchOf(ask, tokens, good, kind)) === null)
      else await until(async () => command.refusals > refusals, 1)
      timesOf(
        times,
        state.broken === null ? kind : `${kind}${kind === 'renames an export' ? ', and is refused' : ''}`
      ).push(performance.now() - began)
    } catch {
      fault(`${what} was not answered; it said\n${command.said.slice(-2000)}`)
    }
    const mismatch = await mismatchOf(ask, tokens, good)
    if (mismatch !== null) fault(`${what}: ${mismatch}`)
    if (!(await explained.isAsCold(good))) fault(`${what}: explain differs from that of a start`)
    if (done % settled === 0) heaps.push(await heapOf(ask))
    await sleep(random.below(60))
  }
  heaps.push(await heapOf(ask))
  await clients.end()
  clients.faults.forEach(fault)
  report({ times, heaps, clients, cold: explained.starts })
  leave()
  const code = await command.end()
  if (code !== 0) fault(`the command ended with ${code}:\n${command.said}`)
}

async function until(holds, every = 3) {
  for (const end = Date.now() + patience; !(await holds()); await sleep(every))
    if (Date.now() > end) throw new Error('late')
}

function timesOf(times, kind) {
  if (!times.has(kind)) times.set(kind, [])
  return times.get(kind)
}

/** In bytes, with and without the machine code that V8 makes of what runs often: the least of some samples, because requests are under way. */
async function heapOf(ask) {
  const samples = []
  for (let sample = 0; sample < 4; sample++) {
    await sleep(150)
    samples.push(JSON.parse((await ask('GET /dev/heap')).body))
  }
  return {
    all: Math.min(...samples.map(({ all }) => all)),
    data: Math.min(...samples.map(({ all, code }) => all - code))
  }
}

function report({ times, heaps, clients, cold }) {
  console.log('| edit | count | median | p95 |\n|---|--:|--:|--:|')
  for (const [kind, all] of [...times].sort()) {
    const sorted = all.toSorted((a, b) => a - b)
    const at = (share) => `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))])} ms`
    console.log(`| ${kind} | ${all.length} | ${at(0.5)} | ${at(0.95)} |`)
  }
  const { answers, seen, news, closes } = clients
  console.log(
    `${answers} requests, ${seen} events (${news} to each reader), ${closes} sockets closed with 1012, ${clients.faults.length} failures; ${cold} starts to compare with`
  )
  const growthOf = (kind) => heaps.map((heap) => ((heap[kind] / heaps[0][kind] - 1) * 100).toFixed(1))
  for (const [kind, what] of [
    ['data', 'heap without machine code'],
    ['all', 'heap']
  ]) {
    const growth = growthOf(kind)
    const shown = heaps.map((heap, index) => `${(heap[kind] / 1e6).toFixed(1)} MB (${growth[index]} %)`)
    console.log(`${what}: ${shown.join(', ')}`)
  }
  if (done > settled && growthOf('data').some((one) => one > 5)) fault('the heap grew by more than 5 %')
}
