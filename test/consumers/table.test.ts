import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string) => readFileSync(path, 'utf8')

/** Where a package is installed: for these tests, or for all. */
const folderOf = (name: string) =>
  ['test/consumers/node_modules', 'node_modules'].map((place) => `${place}/${name}`).find((path) => existsSync(path))

/** Rows of the table: the packages, their versions, what runs. */
const rows = [...read('docs/consumers.md').matchAll(/^\| (`.+?`) \| (.+?) \| (.+?) \| \d+ \| \d+ \|/gm)].map(
  ([, names = '', versions = '', what = '']) => ({
    packages: [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    versions: versions.split(', '),
    what
  })
)

test('the table lists the installed versions of the tested packages', () => {
  const tested = rows.filter(({ what }) => what === 'our use, CI')
  for (const { packages, versions } of tested)
    for (const [index, name] of packages.entries())
      assert.equal(JSON.parse(read(`${folderOf(name)}/package.json`)).version, versions[index], name)
  const files = readdirSync('test/consumers').filter((name) => name.endsWith('.test.ts') && name !== 'table.test.ts')
  assert.equal(tested.length, files.length)
})

test('the table and the script list the same uses and suites', () => {
  const script = read('scripts/consumers.mjs')
  const [, suites = ''] = /const suites = \{(.+?)\n\}/s.exec(script) ?? []
  const [, uses = ''] = /const uses = \{(.+?)\n\}/s.exec(script) ?? []
  const namesIn = (text: string) => [...text.matchAll(/^ {2}'?([^\s':]+)'?: /gm)].map(([, name]) => name)
  const namesOf = (what: string) => rows.filter((row) => row.what === what).flatMap(({ packages }) => packages)
  assert.deepEqual(namesOf('its suite').sort(), namesIn(suites).sort())
  assert.deepEqual(namesOf('our use').sort(), namesIn(uses).sort())
  const folders = [...uses.matchAll(/use: '([^']+)'/g)].map(([, folder = '']) => folder)
  assert.deepEqual(folders.sort(), readdirSync('test/consumers/heavy').sort())
})
