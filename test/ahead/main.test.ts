import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from './running.ts'

const library = 'test/ahead/fixture/library.mjs'

for (const [what, args, code, message] of [
  ['no command', [], 2, /Usage: espalier compile/],
  ['no --out', ['compile', library], 2, /Usage: espalier compile/],
  ['an unknown target', ['compile', library, '--out', 'none.mjs', '--target', 'deno'], 2, /Usage: espalier compile/],
  ['an unknown option', ['compile', library, '--output', 'none.mjs'], 1, /Unknown option '--output'/],
  ['a module of another kind', ['compile', library, '--out', 'none.cjs'], 1, /none\.cjs must end in \.js or \.mjs/],
  ['a file that is not there', ['compile', 'none.js', '--out', 'none.mjs'], 1, /none\.js does not exist/],
  ['a module without an app', ['compile', 'test/ahead/fixture/nothing.mjs', '--out', 'none.mjs'], 1, /exports no app/]
] as const) {
  test(`the command with ${what} ends with ${code} and says why`, async () => {
    const run = await espalier(args)
    assert.equal(run.code, code)
    assert.match(run.stderr, message)
    assert.doesNotMatch(run.stderr, /\n +at /)
  })
}

test('the command explains itself', async () => {
  const { code, stdout } = await espalier(['--help'])
  assert.equal(code, 0)
  assert.match(stdout, /Usage: espalier compile <application> --out <module>/)
})
