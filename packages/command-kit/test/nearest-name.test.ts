import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from '../src/nearest-name.ts'

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
  test(`the nearest name to '${given}' is ${expected ?? 'undefined'}`, () => {
    assert.equal(nearestName(given, names), expected)
  })

test('among equally near names the first is returned, and a nearer one has precedence', () => {
  assert.equal(nearestName('bat', ['cat', 'hat']), 'cat')
  assert.equal(nearestName('bats', ['cat', 'cats', 'bat'], 2), 'cats')
})

test('a name is not matched with more edits than allowed', () => {
  assert.equal(nearestName('handlr', ['handler'], 0), undefined)
  assert.equal(nearestName('HANDLER', ['handler'], 0), 'handler')
})
