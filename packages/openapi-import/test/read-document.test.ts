import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ArgumentError } from '@espalier/command-kit'
import { readDocument } from '../src/read-document.ts'
import { documentOf, info } from './documents.ts'

const folder = mkdtempSync(join(tmpdir(), 'documents-'))
after(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

const json = JSON.stringify(documentOf({}))

for (const [name, text] of [
  ['a.json', json],
  ['bom.json', `\uFEFF${json}`],
  ['json-in.yml', json],
  ['plain', json],
  ['a.yml', 'openapi: 3.1.1\ninfo: { title: Books, version: 1.0.0 }\npaths: {}\n']
] as const)
  test(`${name} is parsed by its content`, async () => {
    assert.deepEqual(await readDocument(write(name, text)), documentOf({}))
  })

test('a 3.0 document is upgraded to 3.1', async () => {
  const document = {
    openapi: '3.0.3',
    info,
    paths: {},
    components: { schemas: { a: { type: 'string', nullable: true } } }
  }
  const read = await readDocument(write('old.json', JSON.stringify(document)))
  assert.deepEqual(read, {
    ...document,
    openapi: '3.1.1',
    components: { schemas: { a: { type: ['string', 'null'] } } }
  })
})

for (const [what, text, sentence] of [
  ['a list', '[]', /is no document of OpenAPI: it is no object\.$/],
  ['a text', '"a"', /it is no object/],
  ['another object', '{}', /is no document of OpenAPI 3\.0, 3\.1 or 3\.2: it has no 'openapi: 3\.1\.0'\.$/],
  ['a later version', '{"openapi":"4.0.0"}', /3\.2: its version is '4\.0\.0'\.$/],
  [
    'Swagger',
    '{"swagger":"2.0"}',
    /is Swagger 2\.0\. Bring it up to OpenAPI 3 first: npx swagger2openapi .*broken\.json -o openapi\.json$/
  ],
  ['a document with a list of paths', '{"openapi":"3.1.0","paths":[]}', /its 'paths' must be an object\.$/],
  ['broken JSON', '{"openapi":', /is broken JSON: /],
  ['an infinite number', '{"openapi":"3.1.0","x-a":1e999}', /has at x-a the number Infinity, which JSON does not have/],
  [
    'a document with too many levels',
    `{"openapi":"3.1.0","x-a":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
    /has more than 200 levels/
  ],
  [
    'a circular reference',
    '{"openapi":"3.1.0","components":{"schemas":{"a":{"$ref":"#/components/schemas/a"}}}}',
    /to '#\/components\/schemas\/a', which leads to nothing but itself\.$/
  ]
] as const)
  test(`${what} is refused with the reason`, async () => {
    await assert.rejects(readDocument(write('broken.json', text)), (error: Error) => {
      assert.ok(error instanceof ArgumentError)
      assert.match(error.message, sentence)
      return true
    })
  })

test('a missing file and a folder are reported', async () => {
  await assert.rejects(readDocument(join(folder, 'none.yml')), /none\.yml does not exist\.$/)
  await assert.rejects(readDocument(folder), / is a folder\.$/)
})

test('a file in another encoding is refused', async () => {
  const file = join(folder, 'latin-1.yml')
  writeFileSync(file, Buffer.from('openapi: 3.1.0\nx-a: caf\u00e9\n', 'latin1'))
  await assert.rejects(readDocument(file), new ArgumentError(`${file} is not UTF-8: save it in that encoding first.`))
})
