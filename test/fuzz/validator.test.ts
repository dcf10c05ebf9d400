/**
 * Random schemas and bodies: an app accepts, coerces and fills in the same as Ajv with the documented options. Unions are tested with
 * `compat: 'fastify'`. test/schema/union tests them without it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import fc from 'fast-check'
import { type Anything, createApp } from '../security/wild.ts'
import { budget } from './budget.ts'
import { data, schemaOf } from './schema.ts'

function judge(schema: object, body: unknown): { body: unknown } | null {
  const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, strict: false, logger: false })
  formats.default(ajv)
  const holder = { body: structuredClone(body) }
  const validate = ajv.compile(schema)
  return validate(holder.body, {
    parentData: holder,
    parentDataProperty: 'body',
    instancePath: '',
    rootData: holder,
    dynamicAnchors: {}
  })
    ? holder
    : null
}

test('an app validates, coerces and fills in defaults as Ajv does', async () => {
  await fc.assert(
    fc.asyncProperty(schemaOf(true), fc.array(data, { minLength: 1, maxLength: 6 }), async (schema, bodies) => {
      const hasUnion = /"(anyOf|oneOf)"/.test(JSON.stringify(schema))
      const compat = hasUnion ? { compat: 'fastify' as const } : {}
      const { app } = createApp({ ...compat, logger: false, ajv: { customOptions: { strict: false, logger: false } } })
      app.post('/', { schema: { body: { ...schema, $comment: 'whole' } } }, (request: Anything) => ({
        body: request.body
      }))
      for (const body of bodies) {
        const expected = judge(schema, body)
        const answer = await app.inject({
          method: 'POST',
          url: '/',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body)
        })
        assert.equal(answer.statusCode, expected === null ? 400 : 200, `${JSON.stringify(body)}: ${answer.body}`)
        if (expected !== null) assert.deepEqual(answer.json(), JSON.parse(JSON.stringify(expected)))
      }
    }),
    budget(60)
  )
})
