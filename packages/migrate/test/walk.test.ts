import assert from 'node:assert/strict'
import { symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { type Choice, walk } from '../src/walk.ts'
import { createFolder } from './folder.ts'

test('files are found below folders that are not skipped, without links', async (t) => {
  const folder = createFolder(t, { a: '', 'b/c': '', 'b/d/e': '', 'left/f': '', 'b/left': '' })
  symlinkSync(join(folder, 'left'), join(folder, 'b/link'))
  const below: string[] = []
  const choice: Choice = {
    leaves: (_, name, isFolder) => isFolder && name === 'left',
    below: (path) => {
      below.push(relative(folder, path))
      return choice
    }
  }
  const found = await walk(folder, choice, assert.fail)
  assert.deepEqual(found.map((path) => relative(folder, path)).sort(), [
    'a',
    join('b', 'c'),
    join('b', 'd', 'e'),
    join('b', 'left')
  ])
  assert.deepEqual(below.sort(), ['b', join('b', 'd')])
})

test('an unreadable folder is reported', async (t) => {
  const folder = join(createFolder(t, {}), 'none')
  const told: unknown[] = []
  const choice: Choice = { leaves: () => false, below: () => choice }
  assert.deepEqual(await walk(folder, choice, (path) => told.push(path)), [])
  assert.deepEqual(told, [folder])
})
