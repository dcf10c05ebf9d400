import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { UsageError } from '@espalier/command-kit'
import { findFiles } from '../src/find-files.ts'
import { createFolder } from './folder.ts'

const files = {
  'app.ts': '',
  'readme.md': '',
  'package.json': '',
  'src/a/page.tsx': '',
  'node_modules/b/index.js': '',
  'packages/c/node_modules/d/index.js': '',
  'packages/c/dist/index.js': '',
  'build/app.js': '',
  'generated/e.ts': '',
  '.config/f.js': ''
}

async function namesIn(folder: string, given = [folder]): Promise<string[]> {
  const found = await findFiles(given)
  return found.map((path) => relative(folder, path).replaceAll('\\', '/'))
}

const git = (folder: string, ...args: string[]) => execFileSync('git', ['-C', folder, ...args])

test('without git, installed, built and hidden files are skipped', async (t) => {
  assert.deepEqual(await namesIn(createFolder(t, files)), [
    'app.ts',
    'generated/e.ts',
    'package.json',
    'src/a/page.tsx'
  ])
})

test('in a repository, ignored files, node_modules and dist are skipped', async (t) => {
  const folder = createFolder(t, { ...files, '.gitignore': 'generated\n*.tsx\n', 'src/a/.gitignore': '!page.tsx\n' })
  git(folder, 'init', '--quiet')
  git(folder, 'add', '--force', 'packages/c/dist/index.js', 'app.ts')
  const names = ['.config/f.js', 'app.ts', 'build/app.js', 'package.json', 'src/a/page.tsx']
  assert.deepEqual(await namesIn(folder), names)
  assert.deepEqual(await namesIn(folder, [join(folder, 'src')]), ['src/a/page.tsx'])
})

test('an ignored folder is read when it is named', async (t) => {
  const folder = createFolder(t, { ...files, '.gitignore': 'generated\n' })
  git(folder, 'init', '--quiet')
  assert.deepEqual(await namesIn(folder, [join(folder, 'generated')]), ['generated/e.ts'])
})

test('a tracked file that was deleted is not listed', async (t) => {
  const folder = createFolder(t, { 'a.ts': '', 'b.ts': '' })
  git(folder, 'init', '--quiet')
  git(folder, 'add', '.')
  rmSync(join(folder, 'a.ts'))
  assert.deepEqual(await namesIn(folder), ['b.ts'])
})

test('names that git would quote are found', async (t) => {
  const folder = createFolder(t, { 'ü "日".ts': '', 'a\tb.ts': '' })
  git(folder, 'init', '--quiet')
  assert.deepEqual(await namesIn(folder), ['a\tb.ts', 'ü "日".ts'])
})

test('a named link is followed, and others are not', async (t) => {
  const folder = createFolder(t, { 'a.ts': '', 'src/b.ts': '' })
  symlinkSync(join(folder, 'a.ts'), join(folder, 'src/link.ts'))
  symlinkSync(folder, join(folder, 'src/circle'))
  assert.deepEqual(await namesIn(folder), ['a.ts', 'src/b.ts'])
  assert.deepEqual(await namesIn(folder, [join(folder, 'src')]), ['src/b.ts'])
  assert.deepEqual(await namesIn(folder, [join(folder, 'src/link.ts'), join(folder, 'a.ts')]), ['a.ts'])
})

test('a missing path and a file of another type are refused', async (t) => {
  const folder = createFolder(t, files)
  await assert.rejects(findFiles([join(folder, 'none')]), (error: Error) => {
    return error instanceof UsageError && /none cannot be read: it is not there \(ENOENT\)\.$/.test(error.message)
  })
  await assert.rejects(findFiles([join(folder, 'readme.md')]), /readme\.md is no source: migrate reads TypeScript/)
})
