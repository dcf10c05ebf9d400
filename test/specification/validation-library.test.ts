/** Libraries beside the validator and in its place: plugins of Ajv, translations, and other libraries behind a compiler. */
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import ajvErrors from 'ajv-errors'
import { type AjvPlugin, espalier, isError, Type } from 'espalier'
import Joi from 'joi'
import * as yup from 'yup'
import { z } from 'zod'

const require = createRequire(import.meta.url)
const german: (errors: unknown) => void = require('ajv-i18n/localize/de')
// The package has no types.
const mergePatch: AjvPlugin = require('ajv-merge-patch')

test('ajv plugins add custom error messages, $merge and $patch', async (t) => {
  const app = espalier({
    ajv: {
      customOptions: { allErrors: true, coerceTypes: false },
      plugins: [[ajvErrors, {}] as never, mergePatch]
    }
  })
  t.after(() => app.close())
  app.addSchema({ $id: 'base', type: 'object', properties: { q: { type: 'string' } } })
  app.post(
    '/own',
    { schema: { body: { type: 'object', properties: { n: { type: 'number', errorMessage: 'n is no number' } } } } },
    async () => 'ok'
  )
  app.post(
    '/merge',
    { schema: { body: { $merge: { source: { $ref: 'base#' }, with: { required: ['q'] } } } } },
    async () => 'ok'
  )
  app.post(
    '/patch',
    {
      schema: {
        body: {
          $patch: { source: { $ref: 'base#' }, with: [{ op: 'add', path: '/properties/q/maxLength', value: 1 }] }
        }
      }
    },
    async () => 'ok'
  )
  const message = async (url: string, payload: object) =>
    (await app.inject({ method: 'POST', url, payload })).json<{ message: string }>().message
  assert.equal(await message('/own', { n: '1' }), 'body/n n is no number')
  assert.match(await message('/merge', {}), /^body must have required property 'q'/)
  assert.match(await message('/patch', { q: 'ab' }), /^body\/q must NOT have more than 1 characters/)
})

test('validation errors can be translated in an error handler', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.setErrorHandler((error, _request, reply) => {
    if (!isError(error, 'FST_ERR_VALIDATION')) throw error
    const found = error.validation
    german(found)
    return reply.code(400).send({ message: found[0]?.message })
  })
  app.post('/', { schema: { body: Type.Object({ a: Type.Number() }) } }, async () => 'ok')
  const answer = await app.inject({ method: 'POST', url: '/', payload: {} })
  assert.match(answer.json<{ message: string }>().message, /muss das (erforderliche )?Attribut a enthalten|muss/)
})

test('a validator compiler of another library serves a route with Joi, a context with Yup and the app with Zod', async (t) => {
  const app = espalier()
  t.after(() => app.close())
  app.setValidatorCompiler(({ schema }) => (data: unknown) => {
    const result = (schema as unknown as z.ZodType).safeParse(data)
    return result.success ? { value: result.data } : { error: result.error }
  })
  app.post(
    '/zod',
    { schema: { body: z.object({ n: z.coerce.number() }) as never } },
    async ({ body }) => body as object
  )
  app.post(
    '/joi',
    {
      schema: { body: Joi.object({ n: Joi.number().required() }) as never },
      validatorCompiler:
        ({ schema }) =>
        (data: unknown) =>
          (schema as unknown as Joi.ObjectSchema).validate(data) as never
    },
    async ({ body }) => body as object
  )
  app.register(async (child) => {
    child.setValidatorCompiler(({ schema }) => (data: unknown) => {
      try {
        return { value: (schema as unknown as yup.ObjectSchema<object>).validateSync(data) }
      } catch (error) {
        return { error: error as Error }
      }
    })
    child.post(
      '/yup',
      { schema: { body: yup.object({ n: yup.number().required() }) as never } },
      async ({ body }) => body as object
    )
  })
  for (const url of ['/zod', '/joi', '/yup']) {
    const good = await app.inject({ method: 'POST', url, payload: { n: '4' } })
    assert.deepEqual([good.statusCode, good.json()], [200, { n: 4 }], url)
    const bad = await app.inject({ method: 'POST', url, payload: { n: 'x' } })
    assert.deepEqual([bad.statusCode, bad.json<{ code: string }>().code], [400, 'FST_ERR_VALIDATION'], url)
  }
})
