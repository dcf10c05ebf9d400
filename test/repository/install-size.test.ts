/** The size of an `npm ci` for contributors: at most 300 MB, without unused packages. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'

function measure(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/install-size.mjs', ...args], {
    encoding: 'utf8'
  })
  const row = (name: string) =>
    stdout
      .split('\n')
      .find((line) => line.split(/\s+/)[3] === name)
      ?.split(/\s+/)
      .slice(1, 3)
      .map(Number)
  return { status, row, text: stdout + stderr }
}

test('an install of the project is at most 300 MB', () => {
  const { status, text } = measure('--most', '300')
  assert.equal(status, 0, text)
})

test('every direct dependency has a row that names its purpose', () => {
  const { row, text } = measure()
  const { dependencies, devDependencies }: Record<string, object> = JSON.parse(readFileSync('package.json', 'utf8'))
  const names = Object.keys({ ...dependencies, ...devDependencies })
  const without = names.filter((name) => row(name) === undefined)
  // These are links to the project itself.
  assert.ok(
    without.every((name) => name.includes('espalier')),
    `${without}`
  )
  assert.doesNotMatch(text, /unused/)
})

/** A folder with packages of these sizes in bytes, by the path of a file. */
function createInstall(t: TestContext, packages: Record<string, object>, files: Record<string, number>): string {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-install-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
  for (const [path, size] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), Buffer.alloc(size))
  }
  return folder
}

test('a dependency shared by two packages is counted for neither', (t) => {
  const folder = createInstall(
    t,
    {
      '': { dependencies: { ajv: '1' }, devDependencies: { zod: '1' } },
      'node_modules/ajv': { dependencies: { shared: '1' } },
      'node_modules/zod': { dependencies: { shared: '1' }, peerDependencies: { own: '1' } },
      'node_modules/shared': {},
      'node_modules/own': {},
      'node_modules/zod/node_modules/own': {}
    },
    {
      'node_modules/ajv/a.js': 1_000_000,
      'node_modules/zod/a.js': 2_000_000,
      'node_modules/shared/a.js': 4_000_000,
      'node_modules/own/a.js': 8_000_000,
      'node_modules/zod/node_modules/own/a.js': 16_000_000
    }
  )
  const { row, text } = measure(folder)
  assert.deepEqual(row('ajv'), [1, 5])
  assert.deepEqual(row('zod'), [18, 22])
  // One of them is for no other package; it is installed all the same.
  assert.match(text, /31\.0 {2}all, 5 packages/)
})

test('dependencies of a workspace count as direct ones, and a missing package has size 0', (t) => {
  const folder = createInstall(
    t,
    {
      '': { dependencies: { '@own/part': '1' } },
      'node_modules/@own/part': { link: true, resolved: 'packages/part' },
      'packages/part': { dependencies: { yaml: '1' }, peerDependencies: { joi: '1' } },
      'packages/part/node_modules/yaml': { optionalDependencies: { absent: '1' } },
      'node_modules/joi': { peerDependencies: { ajv: '1' }, peerDependenciesMeta: { ajv: { optional: true } } },
      'node_modules/absent': { optional: true },
      'node_modules/ajv': {}
    },
    {
      'packages/part/index.js': 64_000_000,
      'packages/part/node_modules/yaml/a.js': 1_000_000,
      'node_modules/joi/a.js': 2_000_000,
      'node_modules/ajv/a.js': 4_000_000
    }
  )
  const { row, text } = measure(folder)
  assert.deepEqual([row('@own/part'), row('yaml'), row('joi')], [undefined, [1, 1], [2, 2]])
  assert.match(text, /7\.0 {2}all, 3 packages/)
})

test('a hard-linked file is counted once, and an install above the limit exits with 1', (t) => {
  const packages = { '': { dependencies: { ajv: '1' } }, 'node_modules/ajv': {} }
  const folder = createInstall(t, packages, { 'node_modules/ajv/one': 3_000_000 })
  linkSync(join(folder, 'node_modules/ajv/one'), join(folder, 'node_modules/ajv/other'))
  assert.equal(measure(folder, '--most', '4').status, 0)
  const { status, text } = measure(folder, '--most', '2')
  assert.equal(status, 1)
  assert.match(text, /may have 2 MB/)
})
