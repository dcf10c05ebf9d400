import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, espalier } from '../../../../test/ahead/running.ts'
import { testRefusals } from '../refusal.ts'

testRefusals('client', [
  ['no module', [], 2, /^Name the module of endpoints\.\n\nUsage: espalier client <endpoints> --out <module>/],
  ['no --out', ['a.mjs'], 2, /^Name the module to write: --out client\.ts\./],
  ['two modules', ['a.mjs', 'b.mjs', '-o', 'c.ts'], 2, /One module is read at a time, not 'b\.mjs' as well/],
  ['a missing file', ['none.mjs', '-o', 'c.ts'], 1, /none\.mjs does not exist/]
])

test('client writes a module and prints the number of endpoints', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const out = join(folder, 'client.ts')
  await writeFile(
    join(folder, 'e.mjs'),
    "import { endpoint } from 'espalier/contract'\nexport const ping = endpoint('GET /')\n"
  )
  const run = await espalier(['client', join(folder, 'e.mjs'), '--out', out])
  assert.deepEqual([run.code, run.stdout], [0, `${out}: 1 endpoint\n`])
  assert.match(await readFile(out, 'utf8'), /import type \* as endpoints from '\.\/e\.mjs'/)
})
