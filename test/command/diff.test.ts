import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createFolder, espalier } from '../ahead/running.ts'
import { testRefusals } from './refusal.ts'

testRefusals('diff', [
  [
    'one document',
    ['a.json'],
    2,
    /^Name two documents, the old one first\.\n\nUsage: espalier diff <old document> <new document> \[--json\]/
  ],
  ['three documents', ['a.json', 'b.json', 'c.json'], 2, /^Two documents are compared, not 'c\.json' as well\./],
  ['a wrong flag', ['a.json', 'b.json', '--jsn'], 2, /^espalier diff has no option '--jsn'/],
  ['a file that is not there', ['none.json', 'none.json'], 2, /^none\.json does not exist\.\n$/],
  ['a file that is no document', ['package.json', 'package.json'], 2, /^package\.json is no document of OpenAPI 3\.0/]
])

test('diff ends with 1 where something breaks, and with 0 where nothing does', async (t) => {
  const folder = await createFolder()
  t.after(() => rm(folder, { recursive: true }))
  const [old, now] = [join(folder, 'old.yml'), join(folder, 'new.json')]
  await writeFile(old, 'openapi: 3.0.3\ninfo: { title: a, version: b }\npaths: { /a: { get: {} }, /b: { get: {} } }\n')
  await writeFile(now, JSON.stringify({ openapi: '3.1.0', info: {}, paths: { '/a': { get: {} } } }))
  const broken = await espalier(['diff', old, now])
  assert.deepEqual([broken.code, broken.stderr], [1, ''])
  assert.equal(broken.stdout, 'Breaks clients:\n\nGET /b\n  It is gone.\n\n1 change breaks clients.\n')
  const told = await espalier(['diff', '--json', old, now])
  assert.deepEqual([told.code, told.stderr], [1, ''])
  assert.deepEqual(JSON.parse(told.stdout), [{ operation: 'GET /b', breaking: true, text: 'It is gone.' }])
  assert.deepEqual(await espalier(['diff', now, old, '--json']), { code: 0, stdout: '[]\n', stderr: '' })
  assert.deepEqual(await espalier(['diff', now, old]), { code: 0, stdout: 'Nothing breaks clients.\n', stderr: '' })
})
