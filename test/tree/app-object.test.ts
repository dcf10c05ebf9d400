import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AppObject, callMethod, methodOf } from '../../src/tree/app-object.ts'

test('callMethod passes the app as this and calls a replaced method', () => {
  const key = Symbol('own')
  const app: AppObject = {
    name: 'app',
    greet(this: AppObject, ...rest: unknown[]) {
      return [this.name, ...rest]
    },
    [key]: () => 'by symbol'
  }
  assert.deepEqual(callMethod(app, 'greet', 1, 2), ['app', 1, 2])
  app.greet = () => 'replaced'
  assert.equal(callMethod(app, 'greet'), 'replaced')
  assert.equal(methodOf(app, key), app[key])
})
