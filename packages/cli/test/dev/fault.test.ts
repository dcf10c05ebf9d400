import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { asPage, faultOf } from '../../src/dev/fault.ts'

const folder = await mkdtemp(join(tmpdir(), 'espalier-fault-'))
after(() => rm(folder, { recursive: true }))
const file = join(folder, 'a.ts')
writeFileSync(file, 'one\ntwo\nthree\nfour\nfive\n')

test('the frame shows the first stack line in the project outside of node_modules', () => {
  const error = new TypeError('no')
  error.stack = `TypeError: no\n    at a (node:fs:1:2)\n    at b (${folder}/node_modules/x/a.js:1:1)\n    at c (${file}:3:2)\n    at ${file}:1:1`
  const { sentence, frame } = faultOf(error, folder)
  assert.equal(sentence, 'TypeError: no')
  assert.equal(
    frame,
    `${file}:3:2\n     1 | one\n     2 | two\n>    3 | three\n       |  ^\n     4 | four\n     5 | five`
  )
})

test('an error of a compiler keeps its own frame without terminal colours', () => {
  const error = Object.assign(new Error('\u001b[31mbad\u001b[39m'), { frame: '\u001b[1m> 1\u001b[22m' })
  assert.deepEqual(faultOf(error, folder), { sentence: 'bad', frame: '> 1' })
})

test('an unresolved import is shown in the importing file', () => {
  const importer = join(folder, 'b.ts')
  writeFileSync(
    importer,
    `import { a } from './a.ts'\nimport { b } from './gone.ts'\nimport { c } from "@no/package"\n`
  )
  for (const [message, place] of [
    [`Failed to load url ./gone.ts (resolved id: ./gone.ts) in ${importer}. Does the file exist?`, '2:20'],
    [`Cannot find module '@no/package' imported from '${importer}'`, '3:20'],
    [`Cannot find package '@no/package' imported from ${importer}`, '3:20']
  ])
    assert.match(faultOf(new Error(message), folder).frame, new RegExp(`^${importer}:${place}\n`))
  const computed = new Error(`Cannot find module './computed.ts' imported from '${importer}'`)
  computed.stack = ''
  assert.equal(faultOf(computed, folder).frame, '')
})

test('a place in a missing file is named, and a thrown value other than an error is inspected', () => {
  const error = new Error('no')
  error.stack = `Error: no\n    at ${folder}/gone.ts:3:2`
  assert.equal(faultOf(error, folder).frame, `${folder}/gone.ts:3:2`)
  assert.deepEqual(faultOf({ a: 1 }, folder), { sentence: '{ a: 1 }', frame: '' })
  assert.equal(faultOf(new Error('elsewhere'), '/nowhere').frame, '')
})

test('the error page escapes hostile text', () => {
  assert.match(asPage('<script>', 'a & b'), /<p>&lt;script&gt;<\/p><pre>a &amp; b<\/pre>/)
})
