// `npm run consumers -- [NAME…]`: what stands on Fastify, with Fastify and with espalier in its place; the figures of docs/consumers.md. Where a
// published package carries its tests, they run; for others a use of ours does (test/consumers/heavy). Packages come from the npm registry and
// stay in `.cache`. Build first. bull-board needs a `redis-server`: on the PATH, or named by REDIS_SERVER.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildConsumers, compiledAt } from './consumer-packages.mjs'
import { install, judge, runTests } from './plugin-suites/suite.mjs'
import { orExit, root } from './project.mjs'

/** Packages whose own tests run, and what these need. */
const suites = {
  // What shows its documentation has an installation of its own.
  mercurius: { pinned: { '@matteo.collina/snap': '0.3.0', 'docsify-cli': undefined } },
  // Its tests call it by the name of its package, and write to the same folders.
  'fastify-cli': { prepare: (folder) => copyIntoItself(folder, 'fastify-cli'), concurrency: 1 }
}

/** Packages that a use of ours needs, by its folder in test/consumers/heavy. */
const uses = {
  'graphql-yoga': { use: 'yoga', packages: { graphql: '16.15.0' } },
  'fastify-socket.io': { use: 'fastify-socket.io', packages: { 'socket.io': '4.8.4', 'socket.io-client': '4.8.4' } },
  '@as-integrations/fastify': { use: 'apollo', packages: { '@apollo/server': '5.5.1', graphql: '16.15.0' } },
  'better-auth': { use: 'better-auth', packages: {} },
  '@bull-board/fastify': {
    use: 'bull-board',
    packages: { '@bull-board/api': '9.10.1', bullmq: '6.7.0', ioredis: '5.11.1' }
  },
  '@fastify/vite': { use: 'vite', packages: { vite: '8.3.8' } }
}

function copyIntoItself(folder, name) {
  const own = readdirSync(folder).filter((entry) => !/^(node_modules|\..*)$/.test(entry))
  for (const entry of own) cpSync(join(folder, entry), join(folder, 'node_modules', name, entry), { recursive: true })
}

/** The rows of the table that this script repeats: version, what runs, and the two figures. */
function readTable() {
  const rows = readFileSync(join(root, 'docs/consumers.md'), 'utf8').matchAll(
    /^\| `([^`]+)` \| (\S+) \| (its suite|our use) \| (\d+) \| (\d+) \|/gm
  )
  return new Map([...rows].map(([, name, version, , ...counts]) => [name, { version, counts: counts.map(Number) }]))
}

/** A folder with the use, and the packages that it needs. */
function setUpUse(name, version) {
  const { use, packages } = uses[name]
  const folder = join(root, '.cache/consumers', `${use}-${version}`)
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'test/consumers/heavy', use), folder, { recursive: true })
  const manifest = JSON.stringify({ private: true, type: 'module', dependencies: { [name]: version, ...packages } })
  const path = join(folder, 'package.json')
  const ready = join(folder, '.ready')
  if (existsSync(ready) && readFileSync(ready, 'utf8') === manifest) return folder
  rmSync(ready, { force: true })
  writeFileSync(path, manifest)
  // What a package does at its own installation is not for us.
  install(folder, ['--ignore-scripts'])
  writeFileSync(ready, manifest)
  return folder
}

/** Every case of a use asks both frameworks; on espalier it holds what it hears to what Fastify said. */
function judgeUse(name, version) {
  const folder = setUpUse(name, version)
  const runner = JSON.stringify(join(root, compiledAt, 'test/consumers/on-both.js'))
  writeFileSync(
    join(folder, 'use.test.mjs'),
    `import { onBoth } from ${runner}
import { uses } from './use.mjs'
for (const [name, use] of Object.entries(uses)) onBoth(name, use)
`
  )
  const passed = [...runTests(folder, ['use.test.mjs'])]
  const on = (framework) => {
    const end = new RegExp(`, on ${framework} #\\d+$`)
    return passed.filter((one) => end.test(one)).map((one) => one.replace(end, '').replace(/^\S+ /, ''))
  }
  const [expected, own] = [on('fastify'), on('espalier')]
  const lost = expected.filter((one) => !own.includes(one))
  return { fastify: expected.length, espalier: expected.length - lost.length, lost }
}

const table = readTable()
const names = process.argv.slice(2)
const unknown = names.filter((name) => !table.has(name))
if (unknown.length > 0) {
  console.error(`docs/consumers.md has no suite and no use of ${unknown.join(', ')}`)
  process.exit(2)
}
await orExit(buildConsumers())
for (const name of names.length > 0 ? names : table.keys()) {
  const { version, counts } = table.get(name)
  try {
    const { fastify, espalier, lost } = name in uses ? judgeUse(name, version) : judge(name, version, suites[name])
    // Fewer on Fastify than documented: something that the run needs was not there.
    const fault =
      fastify < counts[0]
        ? ' LESS RAN THAN DOCUMENTED'
        : lost.length > counts[0] - counts[1]
          ? ' MORE LOST THAN DOCUMENTED'
          : ''
    if (fault !== '') process.exitCode = 1
    console.log(`${name} ${version}: ${espalier} of ${fastify} (documented ${counts[1]} of ${counts[0]})${fault}`)
    for (const one of lost) console.log(`  lost: ${one}`)
  } catch (error) {
    process.exitCode = 1
    console.log(`${name} ${version}: ${error}`)
  }
}
