import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard } from '../../src/index.ts'
import { labelOf } from '../../src/tree/label.ts'
import { toCallable } from '../../src/user-function.ts'

const place = { file: 'file:///shop/src/auth.ts', line: 12, column: 3 }

test('a function is called by its name, else by the line that declared it, else by its text', () => {
  assert.equal(
    labelOf(
      toCallable(function requireUser() {}),
      'hook',
      place
    ),
    'requireUser'
  )
  assert.equal(
    labelOf(
      toCallable(() => {}),
      'hook',
      place
    ),
    'hook at auth.ts:12'
  )
  assert.equal(
    labelOf(
      toCallable(
        (
          () => () =>
            7
        )()
      ),
      'hook',
      undefined
    ),
    '() => 7'
  )
})

test('a guard is called by the function that it was made of, and by the line that made it', () => {
  assert.equal(
    labelOf(
      toCallable(
        guard(function findUser() {
          return {}
        }) as never
      ),
      'guard',
      place
    ),
    'findUser'
  )
  assert.match(labelOf(toCallable(guard(() => ({})) as never), 'guard', place), /^guard at label\.test\.js:\d+$/)
})

test('a name has at most 80 characters', () => {
  const long = Object.defineProperty(() => {}, 'name', { value: 'x'.repeat(200) })
  assert.equal(labelOf(toCallable(long), 'hook', place), `${'x'.repeat(79)}…`)
})
