import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyEdits } from '../src/edit.ts'
import { type Language, languageOf } from '../src/module-name.ts'
import { nodePaths } from '../src/node.ts'
import { loadParser } from '../src/parser.ts'
import { findSpecifiers } from '../src/specifier.ts'
import { after, before, countOf, forms, untouched } from './form.ts'

const parse = await loadParser()
const find = (text: string, language: Language) => findSpecifiers([...nodePaths(parse(text, language))])

for (const form of [...forms, ...untouched]) {
  const count = countOf(form)
  test(`${form.what} (${form.file}): ${count} changed`, () => {
    const text = before(form)
    const found = find(text, languageOf(form.file) as Language)
    const edits = found.map(({ start, end }) => ({ start, end, text: form.entry }))
    assert.equal(applyEdits(text, edits), after(form))
    assert.equal(found.length, count)
  })
}

test('the line of a specifier is that of its literal', () => {
  const text = `import {\n  fastify\n} from\n\n'fastify'\n`
  assert.deepEqual(
    find(text, 'ts').map(({ line }) => line),
    [5]
  )
})

test('a mock is distinguished from an import', () => {
  const text = `import f from 'fastify'\nvi.mock('fastify')\nvi.mock(import('fastify'))\nt.mock.module('fastify')\nrequire('fastify')`
  assert.deepEqual(
    find(text, 'ts').map(({ isMock }) => isMock),
    [false, true, true, true, false]
  )
})
