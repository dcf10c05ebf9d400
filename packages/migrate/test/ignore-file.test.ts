import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isIgnored, readIgnoreFile, toBytes } from '../src/ignore-file.ts'
import { createFolder } from './folder.ts'

test('the innermost file with a matching rule decides, and in it the last rule', (t) => {
  const folder = createFolder(t, { outer: '*.ts\n!a.ts\nb/\n', inner: '# !c.ts\n!c.ts\n/d.ts \n' })
  const files = [readIgnoreFile(join(folder, 'outer'), '/x'), readIgnoreFile(join(folder, 'inner'), '/x/y')]
  const ignored = (path: string, isFolder = false) => isIgnored(files, toBytes(path), isFolder)
  assert.deepEqual(
    ['/x/y/a.ts', '/x/y/b.ts', '/x/y/c.ts', '/x/y/d.ts', '/x/y/z/d.js', '/x/y/b'].map((path) => ignored(path)),
    [false, true, false, true, false, false]
  )
  assert.equal(ignored('/x/y/b', true), true)
})

test('a missing file, a folder, a link and a pipe have no rules', {
  skip: process.platform === 'win32'
}, (t) => {
  const folder = createFolder(t, { rules: '*' })
  symlinkSync('rules', join(folder, 'link'))
  execFileSync('bash', ['-c', 'mkfifo "$0"', join(folder, 'pipe')])
  for (const name of ['none', '.', 'link', 'pipe'])
    assert.deepEqual(readIgnoreFile(join(folder, name), '/x').rules, [], name)
  assert.equal(readIgnoreFile(join(folder, 'rules'), '/').rules.length, 1)
})
