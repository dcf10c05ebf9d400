import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from '../../src/base/nearest-name.ts'

const names = ['onRequest', 'onResponse', 'onSend', 'preHandler']

for (const [given, expected] of [
  ['onRequst', 'onRequest'],
  ['onRequestt', 'onRequest'],
  ['onReqeust', 'onRequest'],
  ['prehandler', 'preHandler'],
  ['onsend', 'onSend'],
  ['onTimeout', undefined],
  ['on', undefined],
  ['', undefined]
] as const)
  test(`the nearest name of '${given}' is ${expected ?? 'undefined'}`, () => {
    assert.equal(nearestName(given, names), expected)
  })

test('the first of equally near names is returned, and a nearer name before it', () => {
  assert.equal(nearestName('bat', ['cat', 'hat']), 'cat')
  assert.equal(nearestName('bats', ['cat', 'cats', 'bat'], 2), 'cats')
})

test('the limit of edits excludes farther names, and case does not count', () => {
  assert.equal(nearestName('handlr', ['handler'], 0), undefined)
  assert.equal(nearestName('HANDLER', ['handler'], 0), 'handler')
})
