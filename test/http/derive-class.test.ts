import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveClass } from '../../src/http/derive-class.ts'

class Base {
  own = 1
}

test('deriveClass without decorators returns the class itself', () => {
  assert.equal(deriveClass(Base, new Map()), Base)
})

test('a decorator is a value of the prototype until an instance sets its own value', () => {
  const Derived = deriveClass(Base, new Map([['user', { kind: 'value', value: null }]] as const))
  const [one, other] = [new Derived(), new Derived()] as (Base & { user?: unknown })[]
  assert.deepEqual(Object.keys(one as object), ['own'])
  Object.assign(one as object, { user: 'Ada' })
  assert.deepEqual([one?.user, other?.user], ['Ada', null])
  assert.equal('user' in Base.prototype, false)
})

test('a shared decorator keeps its getter, which sees the instance', () => {
  const key = Symbol('double')
  const descriptor = {
    get(this: Base) {
      return this.own * 2
    }
  }
  const Derived = deriveClass(Base, new Map([[key, { kind: 'shared', descriptor }]] as const))
  assert.equal((new Derived() as Base & { [key]?: number })[key], 2)
})

test('a derived class has the name of its base class', () => {
  const Derived = deriveClass(Base, new Map([['user', { kind: 'value', value: null }]] as const))
  assert.equal(Derived.name, 'Base')
})
