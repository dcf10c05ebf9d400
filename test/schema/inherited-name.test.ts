import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayNameInherited } from '../../src/schema/inherited-name.ts'

const inherited = Object.getOwnPropertyNames(Object.prototype)

test('a schema that names an inherited property is detected, and an unknown text counts as one', () => {
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

test('a schema without an inherited name is not detected', () => {
  for (const name of ['name', 'constructors', 'a constructor', 'Constructor', 'toString()'])
    assert.equal(mayNameInherited(JSON.stringify({ properties: { [name]: {} }, $ref: `#/${name}` })), false, name)
})
