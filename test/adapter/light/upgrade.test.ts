import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { lightMark, upgradeOnTouch } from '../../../src/adapter/light/upgrade.ts'

class Light {
  [lightMark] = true
  kept = 'light'
}

function Real(this: Record<string, unknown>) {
  this.kept = 'default'
  this.count = 0
  this.later = undefined
  this.listeners = null
}
Real.prototype.read = function (this: Record<string, unknown>) {
  return this.count
}
Object.setPrototypeOf(Light.prototype, Real.prototype)

type Message = Record<string, unknown> & { read(): unknown }

const become = upgradeOnTouch({
  light: Light.prototype,
  real: Real.prototype,
  lightSample: new Light(),
  realSample: new (Real as unknown as new () => object)(),
  shared: [],
  upgrade: (message) => become(message, () => Real.call(message as Record<string, unknown>))
})

const createLight = () => new Light() as unknown as Message

test('a touched message is a real one: what it held outlives the defaults, and its keys are the real ones', () => {
  const message = createLight()
  assert.equal(message.read(), 0)
  assert.equal(Object.getPrototypeOf(message), Real.prototype)
  assert.deepEqual({ ...message }, { [lightMark]: false, kept: 'light', count: 0, later: undefined, listeners: null })
})

test('messages that have become real share one hidden class, also after their fields were written', () => {
  setFlagsFromString('--allow-natives-syntax')
  const haveSameMap = runInNewContext('(one, other) => %HaveSameMap(one, other)')
  const [one, other] = [createLight(), createLight()]
  for (const message of [one, other]) {
    message.read()
    message.count = 7
    message.later = 'text'
    message.listeners = {}
  }
  assert.ok(haveSameMap(one, other))
  one.more = 1
  assert.ok(!haveSameMap(one, other))
})
