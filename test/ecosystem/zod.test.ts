import assert from 'node:assert/strict'
import { test } from 'node:test'
import swagger from '@fastify/swagger'
import {
  createJsonSchemaTransform,
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider
} from 'fastify-type-provider-zod'
import { z } from 'zod'
import { createApp } from './framework.ts'
import { serving } from './serving.ts'

const createZodApp = () => {
  const app = createApp()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  return app.withTypeProvider<ZodTypeProvider>()
}

const post = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

test('a zod validation error is a 400, and the error handler gets each issue', async (t) => {
  const app = createZodApp()
  app.setErrorHandler((error: Error, _request, reply) => {
    if (!hasZodFastifySchemaValidationErrors(error)) return reply.code(500).send({ error: error.message })
    return reply.code(400).send(error.validation.map(({ instancePath, message }) => [instancePath, message]))
  })
  app.post('/', { schema: { body: z.object({ name: z.string().min(2) }) } }, async (request) => request.body)
  const origin = await serving(t, app)

  const refused = await post(origin, { name: 'x' })

  assert.equal(refused.status, 400)
  assert.deepEqual(await refused.json(), [['/name', 'Too small: expected string to have >=2 characters']])
})

test('a response that does not match its zod schema is a 500', async (t) => {
  const app = createZodApp()
  app.get('/', { schema: { response: { 200: z.object({ n: z.number() }) } } }, async () => ({ n: 'one' }) as never)
  const origin = await serving(t, app)

  assert.equal((await fetch(origin)).status, 500)
})

test('a zod schema coerces the query and removes undeclared members of the response', async (t) => {
  const app = createZodApp()
  const schema = {
    querystring: z.object({ at: z.coerce.date() }),
    response: { 200: z.object({ year: z.number() }) }
  }
  app.get('/', { schema }, async (request) => ({ year: request.query.at.getUTCFullYear(), secret: 1 }))
  const origin = await serving(t, app)

  assert.deepEqual(await (await fetch(`${origin}/?at=1854-08-09`)).json(), { year: 1854 })
})

test('routes with zod schemas are described as JSON Schema', async (t) => {
  const app = createZodApp()
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'zod', version: '1' } },
    transform: createJsonSchemaTransform({ skipList: [] })
  })
  app.post('/books', { schema: { body: z.object({ title: z.string() }) } }, async () => 'stored')
  app.get('/description', { schema: { hide: true } }, async () => app.swagger())
  const origin = await serving(t, app)

  const { paths } = (await (await fetch(`${origin}/description`)).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>
  }

  const { schema } = paths['/books']?.post.requestBody.content['application/json'] ?? {}
  assert.deepEqual(schema?.properties, { title: { type: 'string' } })
})
