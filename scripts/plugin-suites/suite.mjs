// The tests that a published package carries, with Fastify and with espalier in its place.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../project.mjs'

const home = join(root, '.cache/plugin-suites')
const minutes = 60_000

function call(command, args, { cwd, limit = 8 * minutes }) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', timeout: limit, killSignal: 'SIGKILL', maxBuffer: 1 << 28 })
}

/** Installs what the `package.json` of a folder asks for. */
export function install(folder, more = []) {
  const flags = ['--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error', ...more]
  const installed = call('npm', ['install', ...flags], { cwd: folder })
  if (installed.status !== 0) throw new Error(`npm install failed in ${folder}\n${installed.stderr}`)
}

/** A folder with the package as it was published, and all that its tests need. */
function setUp(name, version, pinned) {
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
  manifest.devDependencies = { ...manifest.devDependencies, ...pinned, fastify: '5.12.8' }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  install(folder)
  writeFileSync(ready, '')
  return folder
}

/** Puts espalier where the tests ask for Fastify; what is returned puts Fastify back. */
function replaceFastify(folder, candidate) {
  const modules = join(folder, 'node_modules')
  renameSync(join(modules, 'fastify'), join(modules, '.fastify'))
  const stand = join(modules, 'fastify')
  mkdirSync(stand)
  const { version } = JSON.parse(readFileSync(join(modules, '.fastify/package.json'), 'utf8'))
  writeFileSync(join(stand, 'package.json'), JSON.stringify({ name: 'fastify', version, main: 'index.js' }))
  const entry = JSON.stringify(join(candidate, 'dist/src/index.js'))
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

/** The names of the cases that pass, each with its place among those of its name. @param concurrency files at once */
export function runTests(folder, files, concurrency = 2) {
  const report = join(folder, '.report')
  rmSync(report, { force: true })
  const reporter = [
    `--test-reporter=${join(root, 'scripts/plugin-suites/reporter.mjs')}`,
    `--test-reporter-destination=${report}`
  ]
  const limits = [
    '--test-timeout=60000',
    '--test-force-exit',
    `--test-concurrency=${concurrency}`,
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

/**
 * Counts the cases that pass on Fastify, and those of them that pass on espalier.
 * @param candidate the folder of the package that stands in
 * @param pinned other versions of packages than it asks for; `undefined` leaves one out
 * @param prepare what a suite needs besides its packages, done once they are installed
 * @param concurrency of its files; 1 for those that write to the same folder
 */
export function judge(name, version, { candidate = root, pinned = {}, prepare = () => {}, concurrency } = {}) {
  const folder = setUp(name, version, pinned)
  prepare(folder)
  const runSuite = () => runTests(folder, testsBelow(folder), concurrency)
  const first = runSuite()
  // A case that does not pass every time says nothing.
  const again = runSuite()
  const expected = [...first].filter((one) => again.has(one))
  const restore = replaceFastify(folder, candidate)
  try {
    const passed = runSuite()
    const lost = expected.filter((one) => !passed.has(one))
    return { name, version, fastify: expected.length, espalier: expected.length - lost.length, lost }
  } finally {
    restore()
  }
}
