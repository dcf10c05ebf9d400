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
  test(`'${given}' stands for ${expected ?? 'nothing that is known'}`, () => {
    assert.equal(nearestName(given, names), expected)
  })

test('of names that are equally near the first is taken, and a nearer one before it', () => {
  assert.equal(nearestName('bat', ['cat', 'hat']), 'cat')
  assert.equal(nearestName('bats', ['cat', 'cats', 'bat'], 2), 'cats')
})

test('no more edits are allowed than are said', () => {
  assert.equal(nearestName('handlr', ['handler'], 0), undefined)
  assert.equal(nearestName('HANDLER', ['handler'], 0), 'handler')
})
