// Measures under the Node that runs it, and writes what it found as JSON. Started by run.mjs:
//
//   node measure.mjs '<plan>' results.json
import { readFileSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { mainContender } from './budget.mjs'
import { compare } from './compare.mjs'
import { contenders, versionOf } from './contender.mjs'
import { measureIdle } from './idle.mjs'
import { measureInject } from './inject.mjs'
import { measureMemory } from './memory.mjs'
import { isPinned, pinLoad } from './process.mjs'
import { measureProtection } from './protection.mjs'
import { measureScale } from './scale.mjs'
import { measureServices } from './service-cost.mjs'
import { measureStartUp } from './start-up.mjs'
import { verify } from './verify.mjs'

const [plan, output] = [JSON.parse(process.argv[2]), process.argv[3]]
const started = performance.now()

const machine = describeMachine()
if (machine.load > 0.5) report(`the machine is busy (load ${machine.load}): do not publish what follows`)
if (!isPinned) report('taskset is missing or there is one core: servers and load share what there is')
pinLoad()

report('do all servers answer the same?')
const results = {
  machine,
  plan,
  versions: Object.fromEntries(contenders.map((one) => [one.id, versionOf(one)])),
  verified: await verify()
}
refuseWrongAnswers()

const measure = {
  scenarios: (part) => compare(part, results.verified, report),
  services: (part) => measureServices(part, report),
  protection: (part) => measureProtection(part, results.verified, report),
  'start-up': (part) => measureStartUp(part),
  inject: (part) => measureInject(part, results.verified),
  memory: (part) => measureMemory(part, mainContender(results)),
  scale: (part) => measureScale(part, report),
  idle: (part) => measureIdle(part, results.verified)
}
for (const [part, details] of Object.entries(plan)) {
  report(part)
  results[part] = await measure[part](details)
  save()
}
process.exit()

/** After every part, so that what breaks a later one does not take the earlier ones along. */
function save() {
  results.machine.minutes = (performance.now() - started) / 60_000
  results.machine.loadAfter = load()
  writeFileSync(output, JSON.stringify(results, null, 2))
}

function report(text) {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4)
  console.log(`${seconds} s  ${text}`)
}

function describeMachine() {
  const { node, v8 } = process.versions
  return {
    ...{ node, v8, isPinned, major: Number.parseInt(node, 10), load: load() },
    cpu: `${os.cpus()[0].model.trim()}, ${os.availableParallelism()} cores`,
    system: `${os.type()} ${os.release().split('-')[0]} ${os.arch()}`,
    date: new Date().toISOString().slice(0, 10),
    espalier: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
  }
}

function load() {
  return Number((os.loadavg()[0] / os.availableParallelism()).toFixed(2))
}

/** The contenders of the budget have to do what they are measured for; where the lane is closed the stock exchange is held to it. */
function refuseWrongAnswers() {
  for (const { id, title, core } of contenders) {
    const { unavailable, differences } = results.verified[id]
    if (unavailable !== undefined) report(`${title} is not available: ${unavailable}`)
    const grave = differences.filter(({ isGrave }) => isGrave)
    for (const { scenario, what, is } of grave)
      report(`${title} answers scenario ${scenario} with another ${what}: ${is}`)
    const isMissing = unavailable !== undefined && id !== 'auto'
    if (core && (isMissing || grave.length > 0)) process.exit(1)
  }
}
