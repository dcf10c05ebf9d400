import assert from 'node:assert/strict'
import { test } from 'node:test'
import { guard } from '../../src/index.ts'
import { labelOf } from '../../src/tree/label.ts'
import { toCallable } from '../../src/user-function.ts'

const place = { file: 'file:///shop/src/auth.ts', line: 12, column: 3 }

test('the label of a function is its name, else its line, else its text', () => {
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

test('the label of a guard is its function, else its line', () => {
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

test('a label has at most 80 characters', () => {
  const long = Object.defineProperty(() => {}, 'name', { value: 'x'.repeat(200) })
  assert.equal(labelOf(toCallable(long), 'hook', place), `${'x'.repeat(79)}…`)
})
