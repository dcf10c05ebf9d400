import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

test('addSchema throws for a duplicate, missing or reserved $id', () => {
  const { app } = createApp()
  assert.equal(app.addSchema({ $id: 'a', type: 'string' }), app)
  assert.throws(() => app.addSchema({ $id: 'a' }), {
    code: 'FST_ERR_SCH_ALREADY_PRESENT',
    message: /'a'/
  })
  for (const $id of [undefined, '', 1, null])
    assert.throws(() => app.addSchema({ $id, type: 'string' }), { code: 'FST_ERR_SCH_MISSING_ID' })
  for (const $id of ['toString', '__proto__', 'constructor'])
    assert.throws(() => app.addSchema(JSON.parse(`{ "$id": "${$id}" }`)), {
      code: 'ESP_ERR_SCH_RESERVED_ID',
      message: new RegExp(`'${$id}'`)
    })
  assert.deepEqual(app.getSchemas(), { a: { $id: 'a', type: 'string' } })
  assert.deepEqual(app.getSchema('a'), { $id: 'a', type: 'string' })
  assert.equal(app.getSchema('b'), undefined)
  assert.deepEqual([createApp().app.getSchemas(), createApp().app.getSchema('a')], [{}, undefined])
})

test('a shared schema is copied when it is added', () => {
  const { app } = createApp()
  const schema = { $id: 'a', properties: { b: { type: 'string' } } }
  app.addSchema(schema)
  schema.properties.b.type = 'number'
  assert.equal(app.getSchema('a').properties.b.type, 'string')
  app.getSchemas().c = {}
  assert.deepEqual(Object.keys(app.getSchemas()), ['a'])
})

test('addSchema throws for an $id of a child context, and not of a sibling', async () => {
  const { app } = createApp()
  const add = ($id: string) => async (child: Anything) => void child.addSchema({ $id })
  await app.register(add('a'))
  await app.register(add('a'))
  assert.throws(() => app.addSchema({ $id: 'a' }), { code: 'FST_ERR_SCH_ALREADY_PRESENT' })
})

for (const bucket of [1, 'text', {}])
  test(`the bucket ${JSON.stringify(bucket)} throws an error that names its type`, () => {
    const refusal = { code: 'FST_ERR_SCHEMA_CONTROLLER_BUCKET_OPT_NOT_FN', message: new RegExp(`'${typeof bucket}'`) }
    assert.throws(() => createApp({ schemaController: { bucket } }), refusal)
    assert.throws(() => createApp().app.setSchemaController({ bucket }), refusal)
  })
