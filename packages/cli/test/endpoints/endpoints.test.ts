import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

testRefusals('endpoints', [
  ['no document', [], 2, /^Name the document\.\n\nUsage: espalier endpoints <document> --out <module>/],
  ['no --out', ['a.yml'], 2, /^Name the module to write: --out endpoints\.ts\./],
  ['two documents', ['a.yml', 'b.yml', '-o', 'c.ts'], 2, /^One document is read at a time, not 'b\.yml' as well\./],
  ['a wrong flag', ['a.yml', '--output', 'c.ts'], 2, /^espalier endpoints has no option '--output'/],
  ['a missing file', ['none.yml', '-o', 'c.ts'], 2, /^none\.yml does not exist\.\n$/],
  [
    'a file that is not an OpenAPI document',
    ['package.json', '-o', 'c.ts'],
    2,
    /^package\.json is no document of OpenAPI/
  ]
])

test('endpoints writes a module and prints the number of endpoints', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const out = join(folder, 'endpoints.ts')
  const run = await espalier(['endpoints', 'examples/realworld/openapi.yml', '--out', out])
  assert.deepEqual([run.code, run.stdout, run.stderr], [0, `${out}: 19 endpoints\n`, ''])
  assert.match(await readFile(out, 'utf8'), /^export const login = endpoint\('POST \/users\/login', \{$/m)
})
