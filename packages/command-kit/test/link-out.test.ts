import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { isWithin, linkOut } from '../src/link-out.ts'

test('a folder is within itself, and a common name prefix is not enough', () => {
  for (const [path, isIn] of [
    ['/a', true],
    ['/a/b', true],
    ['/a/..b', true],
    ['/ab', false],
    ['/', false]
  ] as const)
    assert.equal(isWithin(resolve(path), resolve('/a')), isIn, path)
})

test('only a link from inside the current folder to the outside leads out', {
  skip: process.platform === 'win32'
}, async (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'espalier-way-')))
  const start = process.cwd()
  t.after(() => {
    process.chdir(start)
    rmSync(folder, { recursive: true })
  })
  for (const name of ['here', 'here/true', 'other']) mkdirSync(join(folder, name))
  symlinkSync('true', join(folder, 'here/inside'))
  symlinkSync('../other', join(folder, 'here/outside'))
  symlinkSync('here/outside', join(folder, 'link'))
  process.chdir(join(folder, 'here'))
  assert.equal(await linkOut('outside'), join(folder, 'other'))
  for (const path of ['.', 'true', 'inside', '../other', '../link', join(folder, 'other')])
    assert.equal(await linkOut(path), undefined, path)
})
