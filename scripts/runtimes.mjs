// `npm run runtimes`: the exchanges of test/http/transport.test.ts on Node, Bun, Deno and workerd, by each way that they offer, compared with each other; the
// figures of docs/runtimes.md. The others come from the npm registry and stay in `.cache/runtimes`.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackage, buildTests, install, orExit, root, run } from './project.mjs'

const home = join(root, '.cache/runtimes')
const bin = (name) => join(home, 'node_modules/.bin', name)
const program = 'scripts/runtimes/ask.mjs'
const runtimes = {
  node: { command: [process.execPath, program], ways: ['call', 'listen'] },
  bun: { command: [bin('bun'), program], ways: ['call', 'serve', 'listen'] },
  deno: {
    command: [bin('deno'), 'run', '-A', '--node-modules-dir=manual', program],
    ways: ['call', 'serve', 'listen']
  },
  workerd: { command: [process.execPath, 'scripts/runtimes/workerd.mjs'], ways: ['call', 'serve'] }
}

/** Of a connection, of the moment, and of framing, which is each platform's own. */
const ofPlatform = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding', 'trailer', 'vary'])

function comparable({ headers = {}, ...answer }) {
  const own = Object.entries(headers).filter(([name]) => !ofPlatform.has(name))
  return { ...answer, headers: Object.fromEntries(own.sort(([a], [b]) => (a < b ? -1 : 1))) }
}

async function fetchRuntimes() {
  if (existsSync(bin('workerd'))) return
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{ "private": true }')
  await orExit(run(['npm', 'install', '--no-audit', '--no-fund', 'bun@1', 'deno@2', 'workerd@1'], { cwd: home }))
}

/** The parts of an answer that differ, each with what is expected and what came. */
function differences(expected, actual) {
  const flat = (answer) => ({ ...answer.headers, status: answer.status, body: answer.body, failure: answer.failure })
  const [wanted, got] = [flat(expected), flat(actual)]
  return [...new Set([...Object.keys(wanted), ...Object.keys(got)])]
    .filter((name) => wanted[name] !== got[name])
    .map((name) => `${name}: ${shown(wanted[name])} → ${shown(got[name])}`)
}

const shown = (value) => (value === undefined ? 'none' : JSON.stringify(String(value).slice(0, 60)))

await install()
await orExit(buildPackage())
await orExit(buildTests())
await fetchRuntimes()
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
      if (parts.length > 0) console.log(`  ${asks[place].method} ${asks[place].path.slice(0, 40)}: ${parts.join('; ')}`)
  }
}
