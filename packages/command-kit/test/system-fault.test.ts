import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { messageOf } from '../src/system-fault.ts'

test('a system error is described in words with its code', () => {
  const told = (() => {
    try {
      readFileSync('none')
    } catch (error) {
      return messageOf(error)
    }
  })()
  assert.equal(told, 'it is not there (ENOENT)')
})

test('any other error keeps its message', () => {
  assert.equal(messageOf(new Error('no')), 'no')
  assert.equal(messageOf(Object.assign(new Error('odd'), { code: 'constructor' })), 'odd')
  assert.equal(messageOf('no'), 'no')
})
