import assert from 'node:assert/strict'
import { test } from 'node:test'
import { containsPromise } from '../../src/base/contained-promise.ts'

const broken = () => Promise.reject(new Error('later'))
const trap = (name: string) =>
  Object.defineProperty({}, name, {
    enumerable: true,
    get() {
      throw new Error('unreadable')
    }
  })

class Row {
  get author() {
    return broken()
  }
  toString() {
    return 'row'
  }
}

/** Called inside the test, because a rejection is unhandled from then on. */
const holders: Readonly<Record<string, () => unknown>> = {
  'a promise': broken,
  'a resolved promise': () => Promise.resolve(1),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is looked for
  'a thenable': () => ({ then: (_fulfil: unknown, reject: (error: Error) => void) => reject(new Error('later')) }),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is looked for
  'a thenable function': () => Object.assign(() => {}, { then: () => {} }),
  // biome-ignore lint/suspicious/noThenProperty: a thenable is what is looked for
  'a member of a thenable': () => ({ a: { then: () => 1, b: [broken()] } }),
  'several members': () => ({ a: broken(), b: [broken(), { c: broken() }] }),
  'a list in a list': () => [[[broken()]]],
  'a map and a set': () => ({ map: new Map([['a', broken()]]), set: new Set([broken()]) }),
  'a getter': () => ({
    get a() {
      return broken()
    }
  }),
  // biome-ignore lint/suspicious/noThenProperty: it is what is looked for
  'a member called then': () => ({ then: broken() }),
  'a result of toJSON': () => ({ a: { toJSON: () => ({ b: broken() }) } }),
  'a result of toJSON for an empty key': () => ({ toJSON: (key: string) => (key === '' ? broken() : 1) }),
  'a member of an object without prototype': () => Object.create(null, { a: { value: broken(), enumerable: true } }),
  'a circular object': () => {
    const circle: Record<string, unknown> = { promise: broken() }
    circle.itself = circle
    return circle
  }
}

for (const [name, make] of Object.entries(holders))
  test(`containsPromise is true for ${name}, and no rejection stays unhandled`, async () => {
    assert.equal(containsPromise(make()), true)
    await new Promise(setImmediate)
  })

test('a member whose getter throws does not hide other members', async () => {
  assert.equal(containsPromise(Object.assign(trap('a'), { b: broken() })), true)
  await new Promise(setImmediate)
})

test('a getter of a class is read only when its name is given', async () => {
  assert.equal(containsPromise({ row: new Row() }), false)
  assert.equal(containsPromise({ row: new Row() }, ['author']), true)
  await new Promise(setImmediate)
})

test('members of an instance with a then method are not read', async () => {
  let isRead = false
  class Query {
    client = {
      get pool() {
        isRead = true
        return broken()
      }
    }
    // biome-ignore lint/suspicious/noThenProperty: a thenable is what is looked for
    then(): void {}
  }
  assert.equal(containsPromise({ rows: new Query() }), true)
  await new Promise(setImmediate)
  assert.equal(isRead, false)
})

test('members of an object with toJSON are not searched', async () => {
  const kept = broken()
  kept.catch(() => {})
  assert.equal(containsPromise({ kept, toJSON: () => ({ a: 1 }) }), false)
})

for (const value of [
  undefined,
  null,
  0,
  'text',
  Symbol('a'),
  1n,
  () => {},
  [],
  {},
  { a: [1, { b: null }] },
  new Date(0)
])
  test(`${typeof value} ${JSON.stringify(Object(value) === value ? value : null)} contains no promise`, () => {
    assert.equal(containsPromise(value), false)
  })

test('a hostile proxy and bytes contain no promise', () => {
  const fail = () => {
    throw new Error('untouchable')
  }
  assert.equal(containsPromise(new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail })), false)
  assert.equal(containsPromise(new Uint8Array(8)), false)
})

test('shared and deep data are searched in linear time', () => {
  let shared: unknown = 1
  for (let level = 0; level < 100; level++) shared = [shared, shared]
  assert.equal(containsPromise(shared), false)
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = { deep }
  assert.equal(containsPromise(deep), false)
})
