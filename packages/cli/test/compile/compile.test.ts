import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

const library = 'test/ahead/fixture/library.mjs'

testRefusals('compile', [
  ['no application', [], 2, /^Name the application to compile\.\n\nUsage: espalier compile <application>/],
  ['no --out', [library], 2, /^Name the module to write: --out compiled\.js\.\n\nUsage: espalier compile/],
  ['an --out without a name', [library, '--out'], 2, /'--out' of espalier compile needs a value: --out <module>/],
  ['two applications', [library, 'b.js', '-o', 'none.mjs'], 2, /One application is compiled at a time, not 'b\.js'/],
  ['an unknown target', [library, '--out', 'none.mjs', '--target', 'deno'], 2, /'node' or 'fetch', not 'deno'/],
  ['an unknown option', [library, '--output', 'none.mjs'], 2, /no option '--output'\. Did you mean '--out'\?/],
  ['an --out of another type', [library, '--out', 'none.cjs'], 1, /none\.cjs must end in \.js or \.mjs/],
  ['a missing file', ['none.js', '--out', 'none.mjs'], 1, /none\.js does not exist/],
  ['a module without an app', ['test/ahead/fixture/nothing.mjs', '--out', 'none.mjs'], 1, /exports no app/]
])

test('compile prints its help', async () => {
  const { code, stdout } = await espalier(['compile', '--help'])
  assert.equal(code, 0)
  assert.match(stdout, /^Usage: espalier compile <application> --out <module> \[--target fetch\]\n/)
})
