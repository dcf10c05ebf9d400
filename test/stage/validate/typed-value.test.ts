// Values of referenced and transformed schemas arrive as their types say.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { espalier, Type } from 'espalier'

const json = { 'content-type': 'application/json' }

test('a reference inside a schema validates, coerces and serializes by the shared schema that it names', async (t) => {
  const app = espalier().addSchema(Type.Object({ zip: Type.String(), floor: Type.Integer() }, { $id: 'address' }))
  t.after(() => app.close())
  app.post(
    '/',
    {
      schema: {
        body: Type.Object({ home: Type.Ref('address'), past: Type.Array(Type.Ref('address#/properties/floor')) }),
        response: { 200: Type.Object({ at: Type.Ref('address'), sum: Type.Integer() }) }
      }
    },
    ({ body }) => ({ at: body.home, sum: body.past.reduce((sum, floor) => sum + floor, body.home.floor) })
  )
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: json,
    payload: { home: { zip: '1', floor: '2', secret: 'x' }, past: ['3', 4] }
  })
  assert.deepEqual(answer.json(), { at: { zip: '1', floor: 2 }, sum: 9 })
  const refused = await app.inject({ method: 'POST', url: '/', headers: json, payload: { home: {}, past: [] } })
  assert.equal(refused.statusCode, 400)
})

test('a Type.Transform is not applied: the handler reads the received value and sends an encoded one', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  const date = Type.Transform(Type.String())
    .Decode((text) => new Date(text))
    .Encode((at) => at.toISOString())
  app.post(
    '/',
    { schema: { body: Type.Object({ at: date }), response: { 200: Type.Object({ year: date }) } } },
    ({ body }) => {
      assert.equal(typeof body.at, 'string')
      return { year: body.at.slice(0, 4) }
    }
  )
  const answer = await app.inject({ method: 'POST', url: '/', headers: json, payload: { at: '2026-01-02' } })
  assert.deepEqual(answer.json(), { year: '2026' })
})
