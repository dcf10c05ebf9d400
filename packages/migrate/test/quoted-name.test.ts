import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { toPrintableDiff } from '@espalier/command-kit'
import { toDiff } from '../src/diff.ts'
import { quoteName } from '../src/quoted-name.ts'
import { createFolder } from './folder.ts'

test('a printable name is not quoted', () => {
  for (const name of ['src/a b.ts', 'ü/日本.ts', '::a.ts', "a'b#c.ts"]) assert.equal(quoteName(name), name)
})

test('any other name is quoted on one line', () => {
  assert.equal(quoteName('a\nb\t"c"\\'), '"a\\nb\\t\\"c\\"\\\\"')
  assert.equal(quoteName('\u001b[31m\u202e'), '"\\033[31m\\342\\200\\256"')
  assert.equal(quoteName('##[error]'), '"\\043\\043[error]"')
})

test('git applies the diff of a file with any name', { skip: process.platform === 'win32' }, (t) => {
  const names = [
    'a\nb.ts',
    '\u001b[2J\u202e.ts',
    '##[error]\u009b.ts',
    '"\\.ts',
    'ü\r.ts',
    'a\n--- a/other.ts\n+++ b.ts'
  ]
  for (const name of names.map((each) => each.replaceAll('/', '\u2215'))) {
    const folder = createFolder(t, { [name]: 'old\n', 'other.ts': 'old\n' })
    const diff = toDiff(name, 'old\n', 'new\n')
    assert.equal(toPrintableDiff(diff), diff)
    execFileSync('git', ['apply', '-'], { cwd: folder, input: diff })
    assert.deepEqual(
      [readFileSync(join(folder, name), 'utf8'), readFileSync(join(folder, 'other.ts'), 'utf8')],
      ['new\n', 'old\n']
    )
  }
})
