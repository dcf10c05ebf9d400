import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { budget } from '../../../test/fuzz/budget.ts'
import { filesOfRepository } from '../src/repository.ts'
import { createFolder, type Files } from './folder.ts'

const fail = (folder: string, error: unknown) => assert.fail(`${folder}: ${error}`)

async function namesIn(folder: string, inside = folder): Promise<string[] | undefined> {
  const found = await filesOfRepository(inside, fail)
  return found?.map((path) => relative(folder, path)).sort()
}

const env = { PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', HOME: '/', XDG_CONFIG_HOME: '/' }
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, ...args], { env, encoding: 'utf8' })

const isForeign = (name: string) => name.split('/').some((part) => ['node_modules', 'dist', '.git'].includes(part))

/** Lists the untracked files that git does not ignore. */
function namesByGit(folder: string): string[] {
  const names = git(folder, 'ls-files', '-z', '--others', '--exclude-standard').split('\0')
  return names.filter((name) => name !== '' && !name.endsWith('/') && !isForeign(name)).sort()
}

const folders = ['', 'a/', 'b/', 'a/b/', 'a/c-d/', 'a/b/a/', 'dist/']
const names = ['a', 'b', 'ab', 'a.ts', 'a b', 'ü.ts', 'B', '[a]', 'a*', '#a', '!a', 'a\\b', ' ', 'a ', 'c-d']
const paths = folders.flatMap((folder) =>
  ['a ', 'x ', ' ', ...names.map((name) => `${name}.x`)].map((name) => folder + name)
)

const piece = fc.constantFrom(
  ...['a', 'b', 'ab', 'x', '.x', 'ts', '*', '**', '/', '/', '**/', '/**', '?', '??', '[ab]', '[!a]', '[^b]', '[a-c]'],
  ...[
    '[]a]',
    '[!]-]',
    '[[:alpha:]]',
    '[[:upper:]b]',
    '[[:none:]]',
    '[',
    ']',
    '[\\]]',
    '[a-',
    '\\',
    '\\*',
    '\\a',
    '!',
    '#'
  ],
  ...[' ', '  ', '\\ ', 'ü', '\t', '.', '-', 'dist', 'c-d', '***', '*/', '/*', '\\/', '*.x', 'a*.x']
)
const pattern = fc.array(piece, { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join(''))
const lines = fc
  .tuple(
    fc.array(
      fc.oneof(
        pattern,
        pattern.map((each) => `!${each}`)
      ),
      { maxLength: 4 }
    ),
    fc.constantFrom('\n', '\r\n', '\n\n')
  )
  .map(([each, end]) => each.join(end))
const ignoreFiles = fc.record(
  { '.gitignore': lines, 'a/.gitignore': lines, 'a/b/.gitignore': lines, '.git/info/exclude': lines },
  { requiredKeys: [] }
)

test('the files are those that git would list for any .gitignore', {
  skip: process.platform !== 'linux'
}, async (t) => {
  const folder = createFolder(t, Object.fromEntries(paths.map((path) => [path, ''])))
  git(folder, 'init', '--quiet')
  await fc.assert(
    fc.asyncProperty(ignoreFiles, async (files: Files) => {
      for (const name of ['.gitignore', 'a/.gitignore', 'a/b/.gitignore', '.git/info/exclude'])
        rmSync(join(folder, name), { force: true })
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      const [ours, theirs] = [(await namesIn(folder)) ?? [], namesByGit(folder)]
      assert.deepEqual([ours.filter((n) => !theirs.includes(n)), theirs.filter((n) => !ours.includes(n))], [[], []])
    }),
    budget(600)
  )
})
