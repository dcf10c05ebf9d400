// `npm run runtimes`: what Node, Bun, Deno and workerd answer, by each way that they offer, compared with each other; the figures of docs/runtimes.md.
// First the exchanges of test/http/transport.test.ts and raw bytes over sockets (runtimes/raw.mjs), then a use of each tested plugin; `npm run runtimes -- exchanges`, `-- plugins` or `-- cookie jwt`
// leaves out the rest. The others come from the npm registry and stay in `.cache/runtimes`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installConsumers } from './consumer-packages.mjs'
import { buildPackages, buildTests, install, orExit, root, run } from './project.mjs'
import { comparable, differences } from './runtimes/difference.mjs'
import { rawPath } from './runtimes/raw.mjs'

const home = join(root, '.cache/runtimes')
const bin = (name) => join(home, 'node_modules/.bin', name)
const commands = {
  node: [process.execPath],
  bun: [bin('bun')],
  deno: [bin('deno'), 'run', '-A', '--node-modules-dir=manual']
}
const exchanges = 'scripts/runtimes/ask.mjs'
const runtimes = {
  node: { command: [...commands.node, exchanges], ways: ['call', 'listen'] },
  bun: { command: [...commands.bun, exchanges], ways: ['call', 'serve', 'listen'] },
  deno: { command: [...commands.deno, exchanges], ways: ['call', 'serve', 'listen'] },
  workerd: { command: [process.execPath, 'scripts/runtimes/workerd.mjs'], ways: ['call', 'serve'] }
}

async function fetchRuntimes() {
  if (existsSync(bin('workerd'))) return
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  await orExit(run(['npm', 'install', '--no-audit', '--no-fund', 'bun@1', 'deno@2', 'workerd@1'], { cwd: home }))
}

async function compareExchanges() {
  await orExit(buildTests())
  const { asks } = await import('../.build/test/http/transport/routes.js')
  let reference
  for (const [name, { command, ways }] of Object.entries(runtimes)) {
    for (const way of ways) {
      const path = join(home, `${name}-${way}.json`)
      const { code, output } = await run([...command, path, way])
      if (code !== 0) {
        console.log(`${name}, ${way}: failed\n${output}`)
        process.exitCode = 1
        continue
      }
      for (const [figures] of output.matchAll(/^a bundle of .*$/gm)) console.log(`${name}, ${way}: ${figures}`)
      const answers = JSON.parse(readFileSync(path, 'utf8')).map(comparable)
      reference ??= answers
      const found = answers.map((answer, place) => differences(reference[place], answer))
      console.log(`${name}, ${way}: ${found.filter(({ length }) => length === 0).length} of ${answers.length} the same`)
      for (const [place, parts] of found.entries())
        if (parts.length > 0)
          console.log(`  ${asks[place].method} ${asks[place].path.slice(0, 40)}: ${parts.join('; ')}`)
    }
  }
}

/** What servers answer to raw bytes, beside what Node's does. */
function compareRaw() {
  const read = (name) => JSON.parse(readFileSync(rawPath(join(home, `${name}.json`)), 'utf8'))
  const reference = read('node-listen')
  for (const name of ['bun-serve', 'deno-serve', 'workerd-serve', 'bun-listen', 'deno-listen']) {
    const answers = read(name)
    const others = answers.filter(({ answer }, place) => answer !== reference[place].answer)
    console.log(`${name}, raw bytes: ${answers.length - others.length} of ${answers.length} the same`)
    for (const { bytes, answer } of others) {
      const expected = reference.find((one) => one.bytes === bytes).answer
      console.log(`  ${JSON.stringify(bytes)}: ${expected} → ${answer}`)
    }
  }
}

/** A line for each plugin, and below it what differs from Node's `listen`. */
async function comparePlugins(chosen) {
  await installConsumers('scripts/runtimes')
  const { names, usePlugins } = await import('./runtimes/plugins.mjs')
  const wanted = chosen.length === 0 ? names : names.filter((name) => chosen.includes(name))
  const unknown = chosen.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`There is no use of ${unknown.join(', ')}; there are ${names.join(', ')}`)
  await usePlugins(wanted, commands, (name, { reference, ...found }) => {
    const ways = Object.entries(found)
    console.log(`${name}: ${ways.map(([way, { length }]) => `${way} ${length === 0 ? 'yes' : 'no'}`).join(', ')}`)
    if (process.env.SHOW) console.log(JSON.stringify(reference, null, 1))
    for (const [way, lines] of ways) {
      if (lines.early) console.log(`  ${way}, at the top of the module: ${lines.early.failure} (${lines.early.plugin})`)
      for (const line of lines) console.log(`  ${way}: ${line}`)
    }
  })
}

await install()
await orExit(buildPackages())
await fetchRuntimes()
const [first, ...more] = process.argv.slice(2)
if (first === undefined || first === 'exchanges') {
  await compareExchanges()
  compareRaw()
}
if (first !== 'exchanges') await comparePlugins(first === undefined || first === 'plugins' ? more : [first, ...more])
