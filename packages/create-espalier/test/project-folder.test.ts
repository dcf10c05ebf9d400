import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { nameOf, writeProject } from '../src/project-folder.ts'

function makeFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'create-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const files = new Map([
  ['a.txt', 'a\n'],
  ['b/c.txt', 'c\n']
])

const listed = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .sort()

test('a folder and its parents are created', async (t) => {
  const home = makeFolder(t)
  await writeProject(join(home, 'x/y/shop'), files)
  assert.deepEqual(listed(home), ['x', 'x/y', 'x/y/shop', 'x/y/shop/a.txt', 'x/y/shop/b', 'x/y/shop/b/c.txt'])
  assert.equal(readFileSync(join(home, 'x/y/shop/b/c.txt'), 'utf8'), 'c\n')
})

test('an empty folder, or one with only .git, is filled', async (t) => {
  const home = makeFolder(t)
  mkdirSync(join(home, '.git'))
  await writeProject(home, files)
  assert.deepEqual(listed(home), ['.git', 'a.txt', 'b', 'b/c.txt'])
})

test('a folder that is not empty is refused and unchanged', async (t) => {
  const home = makeFolder(t)
  writeFileSync(join(home, '.env'), 'mine')
  await assert.rejects(writeProject(home, files), /is not empty: \.env is in it\. Name another one\./)
  assert.deepEqual(listed(home), ['.env'])
})

test('a file, a broken link and a path below a file are refused', async (t) => {
  const home = makeFolder(t)
  writeFileSync(join(home, 'file'), 'mine')
  symlinkSync(join(home, 'nowhere'), join(home, 'link'))
  await assert.rejects(writeProject(join(home, 'file'), files), /file is a file: name a folder\./)
  await assert.rejects(writeProject(join(home, 'link'), files), /link cannot be written: another one is there/)
  await assert.rejects(writeProject(join(home, 'file/shop'), files), /it is below what is no folder/)
  assert.deepEqual(listed(home), ['file', 'link'])
  assert.equal(readFileSync(join(home, 'file'), 'utf8'), 'mine')
})

test('if a file cannot be written, no file and no created folder remains', async (t) => {
  const home = makeFolder(t)
  const wrong = new Map([...files, ['a.txt/d.txt', 'below a file']])
  await assert.rejects(writeProject(join(home, 'x/shop'), wrong), /x\/shop cannot be written: /)
  await assert.rejects(writeProject(home, wrong), /cannot be written: /)
  assert.deepEqual(listed(home), [])
})

test('a folder without write permission is reported', { skip: process.getuid?.() === 0 }, async (t) => {
  const home = makeFolder(t)
  chmodSync(home, 0o500)
  await assert.rejects(writeProject(join(home, 'shop'), files), /shop cannot be written: there is no permission/)
})

test('the name of a project is that of its folder', () => {
  assert.equal(nameOf('a/b/shop-2.0'), 'shop-2.0')
  assert.equal(nameOf('shop/'), 'shop')
})

test('a name that npm refuses, or that is unsafe in a file, is refused', () => {
  const hostile = [
    'Shop',
    'my shop',
    '.hidden',
    '-rf',
    '_x',
    '$(reboot)',
    '`id`',
    "it's",
    'a"b',
    'ünder',
    'a\nb',
    'a\u202eb',
    'x'.repeat(101)
  ]
  for (const name of hostile) assert.throws(() => nameOf(name), /cannot be the name of a package/, JSON.stringify(name))
  for (const name of ['node_modules', 'espalier', 'vite'])
    assert.throws(() => nameOf(name), /is the name of another package/)
  assert.throws(() => nameOf('/'), /cannot be the name/)
})
