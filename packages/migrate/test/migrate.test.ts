import assert from 'node:assert/strict'
import { relative } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Migration, migrate } from '../src/migrate.ts'
import { createFolder, type Files, readFolder } from './folder.ts'
import { after, before, countOf, type Form, forms, untouched } from './form.ts'

const run = (folder: string, isDry = false, given = [folder]): Promise<Migration> =>
  migrate({ given, isDry, show: (path) => relative(folder, path).replaceAll('\\', '/') })

function tell(told: readonly Form[], textOf: (form: Form) => string): Record<string, string> {
  return Object.fromEntries(told.map((form, index) => [`src/${index}/${form.file}`, textOf(form)]))
}

const latin1 = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text).toString('latin1')]))

test('a folder of every form is migrated, and a dry run and a second run write no file', async (t) => {
  const all = [...forms, ...untouched]
  const folder = createFolder(t, tell(all, before))
  const dry = await run(folder, true)
  assert.deepEqual(readFolder(folder), latin1(tell(all, before)))
  const real = await run(folder)
  assert.deepEqual(readFolder(folder), latin1(tell(all, after)))
  assert.deepEqual(dry, real)
  assert.equal(real.changed.length, forms.length)
  assert.equal(
    real.changed.reduce((sum, { imports }) => sum + imports, 0),
    forms.reduce((sum, form) => sum + countOf(form), 0)
  )
  const again = await run(folder)
  assert.deepEqual([again.changed, again.failed], [[], []])
  assert.deepEqual(
    again.left,
    real.left.filter(({ advice }) => !advice.startsWith('A mock of '))
  )
  assert.deepEqual(readFolder(folder), latin1(tell(all, after)))
})

test('only files with known forms are changed among arbitrary bytes', async (t) => {
  const form = fc.constantFrom(...forms, ...untouched)
  const bytes = fc.uint8Array({ maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(fc.array(form, { maxLength: 6 }), fc.array(bytes, { maxLength: 4 }), async (told, junk) => {
      const others = Object.fromEntries(
        junk.map((each, index) => [`junk/${index}.ts`, Buffer.from([...each, ...Buffer.from("'fastify'"), ...each])])
      )
      const folder = createFolder(t, { ...tell(told, before), ...others })
      await run(folder)
      const expected = Object.entries(others).map(([name, each]) => [name, each.toString('latin1')])
      assert.deepEqual(readFolder(folder), { ...latin1(tell(told, after)), ...Object.fromEntries(expected) })
    }),
    { numRuns: 30 }
  )
})

const failing: Files = {
  'a.ts': `import fastify from 'fastify'\n`,
  'conflict.ts': `<<<<<<< HEAD\nimport fastify from 'fastify'\n=======\n>>>>>>> other\n`,
  'latin.ts': Buffer.from(`import fastify from 'fastify' // \xe9\n`, 'latin1'),
  'wide.ts': Buffer.from(`\uFEFFimport fastify from 'fastify'\n`, 'utf16le'),
  'package.json': `{ "dependencies": { "fastify": "5" }\n`,
  'z.js': `require('fastify')\n`
}

test('a file that cannot be read is reported and unchanged, and the others are migrated', async (t) => {
  const folder = createFolder(t, failing)
  const was = readFolder(folder)
  const { changed, failed } = await run(folder)
  assert.deepEqual(
    changed.map(({ path, entry }) => [path, entry]),
    [
      ['a.ts', 'espalier/fastify-types'],
      ['z.js', 'espalier']
    ]
  )
  assert.deepEqual(
    failed.map(({ path, why }) => `${path}: ${why.replace(/parsed: .*/, 'parsed')}`),
    [
      'conflict.ts: it cannot be parsed',
      'latin.ts: it is not UTF-8',
      'wide.ts: it is not UTF-8',
      'package.json: it cannot be parsed'
    ]
  )
  const { 'a.ts': typed, 'z.js': plain, ...rest } = readFolder(folder)
  assert.deepEqual([typed, plain], [`import fastify from 'espalier/fastify-types'\n`, `require('espalier')\n`])
  const { 'a.ts': _, 'z.js': __, ...wasRest } = was
  assert.deepEqual(rest, wasRest)
})

test('a file without the text fastify is not parsed', async (t) => {
  const folder = createFolder(t, { 'a.ts': 'this is no program', 'b.ts': Buffer.from([0xff, 0xfe, 0]) })
  const { looked, failed } = await run(folder)
  assert.deepEqual([looked, failed], [2, []])
})

test('the advice for package.json depends on the imports of the sources', async (t) => {
  const files = { 'package.json': `{ "dependencies": { "fastify": "^5.0.0" } }` }
  const typed = await run(createFolder(t, { ...files, 'src/z.ts': `import f from 'fastify'` }))
  assert.match(typed.left[0]?.advice ?? '', /npm install --save-dev fastify/)
  const plain = await run(createFolder(t, { ...files, 'src/z.js': `import f from 'fastify'` }))
  assert.match(plain.left[0]?.advice ?? '', /npm uninstall fastify/)
})

test('a mock of another entry than the sources import is reported', async (t) => {
  const mock = { 'a.test.js': `vi.mock('fastify')` }
  const mixed = await run(
    createFolder(t, { ...mock, 'a.ts': `import f from 'fastify'`, 'b.js': `import f from 'fastify'` })
  )
  assert.deepEqual(mixed.left, [
    {
      path: 'a.test.js',
      line: 1,
      advice:
        "A mock of 'espalier' now, and other sources import 'espalier/fastify-types'. Name the one that the tested module imports."
    }
  ])
  const one = await run(createFolder(t, { ...mock, 'b.js': `import f from 'fastify'` }))
  assert.deepEqual(one.left, [])
})
