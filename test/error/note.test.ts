import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setNotes } from '../../src/error/note.ts'

test('a note is readable by its name and not enumerable', () => {
  const error = new Error('boom')
  assert.equal(setNotes(error, { plugin: 'books' }), error)
  assert.equal((error as Error & { plugin?: string }).plugin, 'books')
  assert.equal(JSON.stringify(error), '{}')
  assert.deepEqual({ ...error }, {})
})

test('a note overwrites neither an earlier note nor a property of the error', () => {
  const error = Object.assign(new Error('boom'), { own: 'mine' })
  setNotes(setNotes(error, { plugin: 'inner' }), { plugin: 'outer', own: 'yours', message: 'other' })
  const { own, message, plugin } = error as Error & { own: string; plugin?: string }
  assert.deepEqual([own, message, plugin], ['mine', 'boom', 'inner'])
})

test('a thrown value that cannot take a note is returned unchanged', () => {
  for (const thrown of ['text', null, undefined, Object.freeze(new Error('frozen'))])
    assert.equal(setNotes(thrown, { plugin: 'books' }), thrown)
  const trap = new Proxy(new Error('trap'), {
    getOwnPropertyDescriptor() {
      throw new Error('do not look')
    }
  })
  assert.equal(setNotes(trap, { plugin: 'books' }), trap)
})
