import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { run } from '../src/run.ts'

const home = mkdtempSync(join(tmpdir(), 'create-'))
after(() => rmSync(home, { recursive: true }))

const source = { template: 'packages/create-espalier/template', version: '0.1.0' }
const typed = (...args: string[]) => run(args, source)

test('a project is created, and the next commands are printed', async () => {
  const folder = join(home, 'shop')
  const { code, output, complaint } = await typed(folder, '--with', 'database', '--with', 'events')
  assert.deepEqual([code, complaint], [0, ''])
  assert.match(output, /^\d+ files are in .+shop, with database, events\. Next:\n\n {2}cd .+shop\n {2}npm install\n/)
  assert.ok(readdirSync(join(folder, 'src')).includes('database.ts'))
})

test('the printed path is quoted for a shell', async () => {
  writeFileSync(join(home, 'note'), '')
  const { output } = await typed(join(home, "it's a folder", 'shop'))
  assert.match(output, /cd '.*it'\\''s a folder\/shop'\n/)
})

test('invalid arguments exit with 2 and a message, and no file is written', async () => {
  const before = readdirSync(home)
  const shop = join(home, 'another')
  for (const [words, ...args] of [
    [/Unknown option '--wiht'\.\n\nUsage: /, shop, '--wiht', 'login'],
    [/Option '--with <value>' argument missing\.\n\nUsage: /, shop, '--with'],
    [/--with knows no 'logni'\. Did you mean 'login'/, shop, '--with', 'logni'],
    [/'b' is one too many\.\n\nUsage: /, shop, 'b'],
    [/cannot be the name of a package/, join(home, 'A Shop')],
    [/'\\u001b\[31m' cannot be the name/, join(home, '\u001b[31m')],
    [/is not empty: /, home.toLowerCase() === home ? home : join(home, 'shop')]
  ] as [RegExp, ...string[]][]) {
    const { code, output, complaint } = await typed(...args)
    assert.deepEqual([code, output], [2, ''], complaint)
    assert.match(complaint, words)
  }
  assert.deepEqual(readdirSync(home), before)
})

test('--version prints the version of the package', async () => {
  const { code, output } = await typed('--version')
  assert.deepEqual([code, output], [0, '0.1.0\n'])
})

test('--help prints the usage and the features', async () => {
  const { code, output } = await typed('--help')
  assert.equal(code, 0)
  assert.match(output, /^Usage: npm create espalier \[<folder>\] \[-- --with <features>\]/)
  assert.match(output, /\n {2}login {5}accounts/)
})

test('an internal error exits with 1 and a stack', async () => {
  const { code, complaint } = await run([join(home, 'third')], {
    template: join(home, 'no-template'),
    version: '0.1.0'
  })
  assert.equal(code, 1)
  assert.match(complaint, /ENOENT/)
  assert.ok(!readdirSync(home).includes('third'))
})
