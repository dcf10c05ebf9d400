import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadParser } from '../src/parser.ts'

test('every language is parsed, and JSON with comments and trailing commas', async () => {
  const parse = await loadParser()
  for (const [text, language] of [
    ['const a = <T,>(b: T) => <p>{b}</p>', 'tsx'],
    ['const a = <string>b', 'ts'],
    ['declare const a: string', 'dts'],
    ['const a = <p/>; await b', 'js']
  ] as const) {
    const { type, errors } = parse(text, language)
    assert.deepEqual([type, errors], ['File', []], text)
  }
  assert.equal(parse('{ /* a */ "b": [1,], // c\n }', 'json').type, 'ObjectExpression')
})

test('a syntax error throws with its position', async () => {
  const parse = await loadParser()
  assert.throws(() => parse('let a = ;', 'ts'), /\(1:8\)/)
  assert.throws(() => parse('let a = 1 b', 'js'), /\(1:9\)/)
  assert.throws(() => parse('{', 'json'), SyntaxError)
})

test('a very deep tree is parsed or throws an Error', async () => {
  const parse = await loadParser()
  try {
    parse('['.repeat(50_000), 'js')
  } catch (error) {
    assert.ok(error instanceof Error)
  }
})
