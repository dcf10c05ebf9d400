import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setNotes } from '../../src/error/note.ts'

test('a note is read by its name, and seen by nothing that enumerates', () => {
  const error = new Error('boom')
  assert.equal(setNotes(error, { plugin: 'books' }), error)
  assert.equal((error as Error & { plugin?: string }).plugin, 'books')
  assert.equal(JSON.stringify(error), '{}')
  assert.deepEqual({ ...error }, {})
})

test('the first note stays, and so does what the error says of itself', () => {
  const error = Object.assign(new Error('boom'), { own: 'mine' })
  setNotes(setNotes(error, { plugin: 'inner' }), { plugin: 'outer', own: 'yours', message: 'other' })
  const { own, message, plugin } = error as Error & { own: string; plugin?: string }
  assert.deepEqual([own, message, plugin], ['mine', 'boom', 'inner'])
})

test('what is thrown and cannot be written to stays what it is', () => {
  for (const thrown of ['text', null, undefined, Object.freeze(new Error('frozen'))])
    assert.equal(setNotes(thrown, { plugin: 'books' }), thrown)
  const trap = new Proxy(new Error('trap'), {
    getOwnPropertyDescriptor() {
      throw new Error('do not look')
    }
  })
  assert.equal(setNotes(trap, { plugin: 'books' }), trap)
})
