// `npm run plugins -- [NAME…]`: the tests that plugins ship, with Fastify and with espalier in its place; the figures of docs/plugins.md.
// Without names, all plugins of that table. Packages come from the npm registry; they stay in `.cache/plugin-suites`. Build first.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './project.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'string' }, candidate: { type: 'string', default: root } }
})
const home = join(root, '.cache/plugin-suites')
const minutes = 60_000

/** The plugins of the table, by name: the version, and the two figures. */
function readTable() {
  const rows = readFileSync(join(root, 'docs/plugins.md'), 'utf8').matchAll(
    /^\| `([^`]+)` \| (\S+) \| (\d+) \| (\d+) \|/gm
  )
  return new Map([...rows].map(([, name, version, ...counts]) => [name, { version, counts: counts.map(Number) }]))
}

function call(command, args, { cwd, limit = 8 * minutes }) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', timeout: limit, killSignal: 'SIGKILL', maxBuffer: 1 << 28 })
}

/** A folder with the package as it was published, and all that its tests need. */
function setUp(name, version) {
  const folder = join(home, `${name.replace('/', '+')}-${version}`)
  const ready = join(folder, '.ready')
  // A run that was stopped may have left espalier there.
  if (existsSync(join(folder, 'node_modules/.fastify'))) rmSync(ready, { force: true })
  if (existsSync(ready)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const packed = call('npm', ['pack', '--silent', `${name}@${version}`], { cwd: folder })
  call('tar', ['-xzf', packed.stdout.trim().split('\n').at(-1), '--strip-components=1'], { cwd: folder })
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  // What a published package would run at its own installation is not for us; a linter is not for its tests.
  delete manifest.scripts
  for (const tool of ['neostandard', 'eslint', 'tsd', 'tstyche', 'standard', 'c8'])
    delete manifest.devDependencies?.[tool]
  manifest.devDependencies = { ...manifest.devDependencies, fastify: '5.12.8' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error']
  const installed = call('npm', ['install', ...flags], { cwd: folder })
  if (installed.status !== 0) throw new Error(`${name}: npm install failed\n${installed.stderr}`)
  writeFileSync(ready, '')
  return folder
}

/** Puts espalier where the tests ask for Fastify; what is returned puts Fastify back. */
function replaceFastify(folder) {
  const modules = join(folder, 'node_modules')
  renameSync(join(modules, 'fastify'), join(modules, '.fastify'))
  const stand = join(modules, 'fastify')
  mkdirSync(stand)
  const { version } = JSON.parse(readFileSync(join(modules, '.fastify/package.json'), 'utf8'))
  writeFileSync(join(stand, 'package.json'), JSON.stringify({ name: 'fastify', version, main: 'index.js' }))
  const entry = JSON.stringify(join(values.candidate, 'dist/src/index.js'))
  writeFileSync(join(stand, 'index.js'), `module.exports = require(${entry})\n`)
  return () => {
    rmSync(stand, { recursive: true })
    renameSync(join(modules, '.fastify'), stand)
  }
}

/** As `node --test` finds them, without what only stands beside them. */
function testsBelow(folder, path = '') {
  return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
    const file = join(path, entry.name)
    if (entry.isDirectory())
      return /^(node_modules|fixtures?|helpers?|types?)$/.test(entry.name) ? [] : testsBelow(folder, file)
    // What needs a database passes on neither, and takes its time.
    if (/(fixture|helper|utils?|redis[^/]*)\.[cm]?js$/.test(file)) return []
    return /(^|\/)tests?\/.*\.[cm]?js$|[.-]test\.[cm]?js$|(^|\/)test\.[cm]?js$/.test(file) ? [file] : []
  })
}

/** The names of the cases that pass, each with its place among those of its name. */
function runSuite(folder) {
  const report = join(folder, '.report')
  rmSync(report, { force: true })
  const files = testsBelow(folder)
  const reporter = [
    `--test-reporter=${join(root, 'scripts/plugin-suites/reporter.mjs')}`,
    `--test-reporter-destination=${report}`
  ]
  const limits = [
    '--test-timeout=60000',
    '--test-force-exit',
    '--test-concurrency=2',
    '--experimental-test-module-mocks'
  ]
  call(process.execPath, [...limits, '--test', ...reporter, ...files], { cwd: folder, limit: 9 * minutes })
  const passed = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : []
  const seen = new Map()
  return new Set(
    passed.map((name) => {
      const turn = seen.get(name) ?? 0
      seen.set(name, turn + 1)
      return `${name} #${turn}`
    })
  )
}

function judge(name, version) {
  const folder = setUp(name, version)
  const first = runSuite(folder)
  // A case that does not pass every time says nothing.
  const again = runSuite(folder)
  const expected = [...first].filter((one) => again.has(one))
  const restore = replaceFastify(folder)
  try {
    const passed = runSuite(folder)
    const lost = expected.filter((one) => !passed.has(one))
    return { name, version, fastify: expected.length, espalier: expected.length - lost.length, lost }
  } finally {
    restore()
  }
}

const table = readTable()
const unknown = positionals.filter((name) => !table.has(name))
if (unknown.length > 0) {
  console.error(`docs/plugins.md has no ${unknown.join(', ')}`)
  process.exit(2)
}
const results = []
for (const name of positionals.length > 0 ? positionals : table.keys()) {
  const { version, counts } = table.get(name)
  try {
    const result = judge(name, version)
    results.push(result)
    const note = result.lost.length > counts[0] - counts[1] ? ' MORE LOST THAN DOCUMENTED' : ''
    console.log(
      `${name} ${version}: ${result.espalier} of ${result.fastify} (documented ${counts[1]} of ${counts[0]})${note}`
    )
    for (const one of result.lost) console.log(`  lost: ${one}`)
  } catch (error) {
    results.push({ name, version, error: String(error) })
    console.log(`${name} ${version}: ${error}`)
  }
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 1))
}
