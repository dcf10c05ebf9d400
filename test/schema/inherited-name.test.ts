import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayNameInherited, withoutInherited } from '../../src/schema/inherited-name.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)

test('a schema may name what every object has, in a property, a list, a reference or a pointer, or where nobody can tell', () => {
  assert.ok(inherited.includes('constructor') && inherited.includes('__proto__'))
  for (const name of inherited) {
    for (const schema of [
      { properties: { [name]: {} } },
      { required: [name] },
      { $ref: `${name}#` },
      { $ref: `#/definitions/${name}` },
      { $ref: `#/definitions/${name}/items` },
      { $ref: `a#/${name}#` }
    ]) {
      assert.equal(mayNameInherited(JSON.stringify(schema)), true, JSON.stringify(schema))
    }
  }
  assert.equal(mayNameInherited(undefined), true)
})

test('other schemas name nothing of the kind', () => {
  for (const name of ['name', 'constructors', 'a constructor', 'Constructor', 'toString()'])
    assert.equal(mayNameInherited(JSON.stringify({ properties: { [name]: {} }, $ref: `#/${name}` })), false, name)
})

test('a copy has every own property of the objects and lists in it, and nothing that they inherit', () => {
  const data = {
    a: 1,
    list: [{ b: null }, [{ c: 'text' }], undefined],
    none: Object.assign(Object.create(null), { d: {} })
  }
  const copy = withoutInherited(data) as typeof data
  assert.deepEqual(JSON.stringify(copy), JSON.stringify(data))
  for (const object of [copy, copy.list[0], (copy.list[1] as object[])[0], copy.none, copy.none.d])
    assert.equal(Object.getPrototypeOf(object), null)
  assert.ok(Array.isArray(copy.list) && Array.isArray(copy.list[1]))
  assert.deepEqual([...copy.list.keys()], [0, 1, 2])
  assert.deepEqual(withoutInherited([]), [])
})

test('primitives, functions, what has a class and what says itself how it is written stay as they are', () => {
  class Own {
    a = {}
  }
  for (const value of [null, undefined, 1, 'text', () => 1, new Own(), new Date(0), new Map(), { toJSON: () => 'a' }]) {
    assert.equal(withoutInherited(value), value)
    assert.equal((withoutInherited({ value }) as { value: unknown }).value, value)
    assert.equal((withoutInherited([value]) as unknown[])[0], value)
  }
  const speaking = Object.assign([{}], { toJSON: () => 'a' })
  assert.equal(JSON.stringify(withoutInherited(speaking)), '"a"')
  assert.equal(Object.getPrototypeOf(withoutInherited({ toJSON: 'a field' })), null)
})

test('what stands in several places, or in itself, is copied once', () => {
  const shared = { a: 1 }
  const data: Record<string, unknown> = { one: shared, two: [shared] }
  data.self = data
  const copy = withoutInherited(data) as { one: object; two: object[]; self: object }
  assert.equal(copy.self, copy)
  assert.equal(copy.two[0], copy.one)
  assert.notEqual(copy.one, shared)
})
