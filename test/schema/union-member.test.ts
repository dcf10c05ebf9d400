import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { tryMembers } from '../../src/schema/union-member.ts'
import { summaryOf } from '../../src/schema/union-summary.ts'

const anything = summaryOf({}, () => undefined)

/** @param changes what each member does to the value before it passes or fails */
function take(given: unknown, changes: readonly ((value: never) => unknown)[], chosen = -1, isExact = false) {
  const holder = { value: given }
  let found: object[] | null = null
  const slot = {
    read: () => holder.value,
    write: (value: unknown) => {
      holder.value = value
    }
  }
  const seen: string[] = []
  const members = changes.map((change, index) => () => {
    seen.push(inspect(holder.value))
    const isTaken = change(holder.value as never) === true
    found = isTaken ? null : [{ instancePath: '', index }]
    return isTaken
  })
  const summaries = changes.map(() => anything)
  const trials = tryMembers(slot, summaries, chosen, isExact)
  while (trials.next >= 0) trials.note(members[trials.next]?.() === true, found)
  const { none } = trials
  return { none, value: holder.value, seen }
}

type Row = { a?: number; b?: { c: number[] }; d?: number }
const spoil = (row: Row) => {
  delete row.a
  row.b?.c.push(7)
  row.d = 1
}
const row = (): Row => ({ a: 1, b: { c: [1] } })

test('each member receives the original value, and the matching one changes the object itself', () => {
  const given = row()
  const { none, value, seen } = take(given, [spoil, spoil, (one: Row) => delete one.a])
  assert.equal(none, undefined)
  assert.equal(value, given)
  assert.equal(JSON.stringify(value), '{"b":{"c":[1]}}')
  assert.deepEqual(seen, Array(3).fill(inspect(row())))
})

test('a value that matches no member is restored with the order of its properties', () => {
  const given = row()
  const { none, value } = take(given, [spoil, spoil])
  assert.equal(value, given)
  assert.equal(JSON.stringify(value), JSON.stringify(row()))
  assert.equal(none?.findings.length, 2)
})

test('exactly one matching member is found at any position, and two matches are refused', () => {
  const yes = (one: Row) => {
    one.d = 5
    return true
  }
  const expected = JSON.stringify({ ...row(), d: 5 })
  for (const changes of [
    [yes, spoil, spoil],
    [spoil, yes, spoil],
    [spoil, spoil, yes]
  ]) {
    const { none, value } = take(row(), changes, -1, true)
    assert.equal(none, undefined)
    assert.equal(JSON.stringify(value), expected)
  }
  const both = take(row(), [spoil, yes, yes], -1, true)
  assert.deepEqual(both.none?.passing, [1, 2])
  assert.equal(JSON.stringify(both.value), JSON.stringify(row()))
})

test('only the chosen member is called', () => {
  const never = () => assert.fail('called')
  assert.equal(take(row(), [never, () => true, never], 1).none, undefined)
  assert.deepEqual(take(row(), [never, () => false], 1).none?.findings, [{ instancePath: '', index: 1 }])
})

test('cyclic objects are copied, and class instances are not', () => {
  class Upload {
    readonly size = 1
  }
  const upload = new Upload()
  const form: { self?: object; file: Upload; list: unknown[] } = { file: upload, list: [upload] }
  form.self = form
  const { value } = take(form, [() => delete (form as { self?: object }).self && false, () => true])
  assert.equal((value as typeof form).file, upload)
  assert.equal((value as typeof form).list[0], upload)
  assert.deepEqual(Object.keys(value as object), ['file', 'list', 'self'])
})

test('a property named __proto__ is restored', () => {
  const given = JSON.parse('{"__proto__":{"a":1},"b":1}')
  const { value } = take(given, [(one: Record<string, unknown>) => delete one.b && false, () => true])
  assert.equal(JSON.stringify(value), '{"__proto__":{"a":1},"b":1}')
})
