import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Absence } from 'espalier'
import { rowsOfAbsences, titleOf, touchedBy } from '../../src/explain/absence-text.ts'

const absence = (kind: Absence['kind'], name: string, touches: string[] = []): Absence => {
  return { kind, name, context: 'upload', place: null, why: '', change: "Declare it in 'app'.", into: 'app', touches }
}

test('many declarations of one kind, context and reason are one row, with symbols last', () => {
  const names = ['Symbol(one)', 'parts', 'file', 'files', 'save']
  assert.deepEqual(rowsOfAbsences(names.map((name) => absence('decorator', name, ['GET /a', 'GET /b']))), [
    [
      'decorators parts, file, files and 2 more',
      'upload',
      '',
      "Declare them in 'app'. It would reach 2 other routes as well."
    ]
  ])
})

test('a few declarations, other kinds and plugins have separate rows', () => {
  const absent = [
    ...['a', 'b', 'c', 'd'].map((name) => absence('plugin', name)),
    ...['a', 'b', 'c'].map((name) => absence('hook', name)),
    absence('hook', 'd', ['GET /a'])
  ]
  assert.deepEqual(
    rowsOfAbsences(absent).map(([title]) => title),
    ['plugin a', 'plugin b', 'plugin c', 'plugin d', 'hook a', 'hook b', 'hook c', 'hook d']
  )
})

test('a name that contains its kind is not prefixed with it', () => {
  assert.deepEqual(
    [titleOf('guard', 'requireUser'), titleOf('derive', 'derive at a.ts:3'), titleOf('parser', 'the parser of text')],
    ['guard requireUser', 'derive at a.ts:3', 'the parser of text']
  )
  assert.equal(touchedBy(['GET /a']), 'It would reach GET /a as well.')
})
