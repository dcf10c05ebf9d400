import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, espalier } from '../ahead/running.ts'

for (const [what, args, message] of [
  ['no document', [], /^Name the document\.\n\nUsage: espalier endpoints <document> --out <module>/],
  ['no --out', ['a.yml'], /^Name the module to write: --out endpoints\.ts\./],
  ['two documents', ['a.yml', 'b.yml', '-o', 'c.ts'], /^One document is read at a time, not 'b\.yml' as well\./],
  ['a wrong flag', ['a.yml', '--output', 'c.ts'], /^espalier endpoints has no option '--output'/],
  ['a file that is not there', ['none.yml', '-o', 'c.ts'], /^none\.yml does not exist\.\n$/],
  ['a file that is no document', ['package.json', '-o', 'c.ts'], /^package\.json is no document of OpenAPI/]
] as const)
  test(`endpoints with ${what} ends with 2 and says why`, async () => {
    const run = await espalier(['endpoints', ...args])
    assert.match(run.stderr, message)
    assert.deepEqual([run.code, run.stdout], [2, ''])
    assert.doesNotMatch(run.stderr, /\n +at /)
  })

test('endpoints writes a module and says how much is in it', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const out = join(folder, 'endpoints.ts')
  const run = await espalier(['endpoints', 'examples/realworld/openapi.yml', '--out', out])
  assert.deepEqual([run.code, run.stdout, run.stderr], [0, `${out}: 19 endpoints\n`, ''])
  assert.match(await readFile(out, 'utf8'), /^export const login = endpoint\('POST \/users\/login', \{$/m)
})
