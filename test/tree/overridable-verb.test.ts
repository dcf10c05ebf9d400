import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('checkpoint() returns its own context', async () => {
  const { app } = createApp()
  assert.equal(app.checkpoint(), app)
  app.register(async (child: Anything) => assert.equal(child.checkpoint(), child))
  await app.ready()
})

test('ref() returns a $ref to a visible schema or a part of it, and throws otherwise', async () => {
  const { app } = createApp()
  app.addSchema({ $id: 'address', definitions: { street: { type: 'string' } } })
  assert.deepEqual(app.ref('address'), { $ref: 'address#' })
  assert.deepEqual(app.ref('address#'), { $ref: 'address#' })
  assert.deepEqual(app.ref('address#/definitions/street'), { $ref: 'address#/definitions/street' })
  app.register(async (child: Anything) => {
    child.addSchema({ $id: 'below' })
    assert.deepEqual(child.ref('address'), { $ref: 'address#' })
    assert.deepEqual(child.ref('below'), { $ref: 'below#' })
  })
  await app.ready()
  for (const target of ['below', 'below#', 'none#/definitions/x', '', '#/definitions/a'])
    assert.throws(() => app.ref(target), {
      code: 'ESP_ERR_SCHEMA_NOT_VISIBLE',
      message: new RegExp(`'${target.split('#')[0]}'`)
    })
})

test('decorate can replace an overridable verb once', () => {
  const { app } = createApp()
  for (const name of ['checkpoint', 'derive', 'ref', 'routeDefaults']) {
    assert.equal(app.hasDecorator(name), false)
    assert.throws(() => app.getDecorator(name), { code: 'FST_ERR_DEC_UNDECLARED' })
    const own = () => `own ${name}`
    app.decorate(name, own)
    assert.equal(app[name], own)
    assert.equal(app.hasDecorator(name), true)
    assert.throws(() => app.decorate(name, own), { code: 'FST_ERR_DEC_ALREADY_PRESENT' })
  }
})

test('a decorator in place of an overridable verb does not affect other apps', () => {
  const { app } = createApp()
  const { app: other } = createApp()
  app.decorate('checkpoint', () => 'mine')
  assert.equal(other.checkpoint(), other)
  assert.equal(other.hasDecorator('checkpoint'), false)
})
