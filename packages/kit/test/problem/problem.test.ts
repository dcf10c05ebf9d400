import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint, espalier, httpError, Type } from 'espalier'
import { createClient } from 'espalier/client'
import fc from 'fast-check'
import { budget } from '../../../../test/fuzz/budget.ts'
import { answerProblem, type ValidationProblem, validationProblem } from '../../src/index.ts'

const register = endpoint('POST /people/:team', {
  params: { team: Type.Integer() },
  body: Type.Object({ name: Type.String({ minLength: 2 }), age: Type.Integer({ minimum: 0 }) }),
  response: { 201: { name: Type.String() }, 400: validationProblem }
})

const createApp = (allErrors = true) => {
  const app = espalier({ ajv: { customOptions: { allErrors } } })
    .routeDefaults({ response: { 400: validationProblem } })
    .setErrorHandler(answerProblem)
  app.route(register, ({ body }, reply) => reply.code(201).send(body))
  app.get('/own', () => {
    throw httpError(400, 'BAD_LUCK', 'It is Friday.', { headers: { 'retry-after': '86400' } })
  })
  app.get('/hidden', () => {
    throw Object.assign(new Error('password hunter2'), { statusCode: 400, expose: false })
  })
  app.get('/upstream', () => {
    throw Object.assign(new Error('key hunter2'), { status: 400 })
  })
  return app
}

test('a client reads typed validation errors of a 400, also about missing fields', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  const api = createClient({ register }, { baseUrl: await app.listen({ port: 0 }) })
  const answer = await api.register({ params: { team: 1 }, body: { name: 'x', age: -1 } })
  assert.ok(answer.status === 400)
  const problem: ValidationProblem = answer.body
  assert.deepEqual(problem, {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    detail: 'body/name must NOT have fewer than 2 characters, body/age must be >= 0',
    code: 'FST_ERR_VALIDATION',
    errors: [
      { in: 'body', path: '/name', code: 'minLength', message: 'must NOT have fewer than 2 characters' },
      { in: 'body', path: '/age', code: 'minimum', message: 'must be >= 0' }
    ]
  })
  const missing = await app.inject({ method: 'POST', url: '/people/1', payload: {} })
  assert.equal(missing.headers['content-type'], 'application/problem+json; charset=utf-8')
  assert.deepEqual(
    missing.json<ValidationProblem>().errors.map(({ path, code }) => [path, code]),
    [
      ['/name', 'required'],
      ['/age', 'required']
    ]
  )
  const params = await app.inject({ method: 'POST', url: '/people/x', payload: {} })
  assert.deepEqual(params.json<ValidationProblem>().errors[0]?.in, 'params')
})

test('a 400 without validation errors is a problem, too, and an unexposed message is not sent', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  const answer = await app.inject('/own')
  assert.equal(answer.headers['retry-after'], '86400')
  const own = answer.json<ValidationProblem>()
  assert.deepEqual([own.code, own.detail, own.errors], ['BAD_LUCK', 'It is Friday.', []])
  const json = await app.inject({
    method: 'POST',
    url: '/people/1',
    payload: '{',
    headers: { 'content-type': 'application/json' }
  })
  assert.deepEqual([json.statusCode, json.json<ValidationProblem>().code], [400, 'FST_ERR_CTP_INVALID_JSON_BODY'])
  const hidden = await app.inject('/hidden')
  assert.deepEqual([hidden.statusCode, hidden.json<ValidationProblem>().detail], [400, 'Bad Request'])
  assert.doesNotMatch(hidden.body, /hunter2/)
})

test('other errors are passed to the outer error handler', async (t) => {
  const app = createApp()
  t.after(() => app.close())
  assert.deepEqual((await app.inject('/none')).statusCode, 404)
  const { body } = await app.inject('/upstream')
  assert.doesNotMatch(body, /problem|errors/)
})

test('any request gets 201 or a 400 that is a problem', async (t) => {
  const apps = [createApp(), createApp(false)]
  t.after(() => Promise.all(apps.map((app) => app.close())))
  const counts = { right: 0, wrong: 0 }
  const right = fc.record({ name: fc.string({ minLength: 2 }), age: fc.nat() }).map((one) => JSON.stringify(one))
  const payload = fc.oneof(
    right,
    fc.json(),
    fc.string(),
    fc
      .record({ name: fc.string(), age: fc.oneof(fc.integer(), fc.anything()) }, { requiredKeys: [] })
      .map((one) => JSON.stringify(one))
  )
  const teams = ['1', 'x', '%2F', '-'] as const
  // Without fixed examples, the assertion below would depend on the seed.
  const examples = apps.flatMap((app) =>
    teams.map((team): [typeof app, typeof team, string] => [app, team, '{"name":"Ada","age":36}'])
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...apps), fc.constantFrom(...teams), payload, async (app, team, drawn) => {
      const headers = { 'content-type': 'application/json' }
      const answer = await app.inject({ method: 'POST', url: `/people/${team}`, payload: drawn, headers })
      if (answer.statusCode === 201) return void counts.right++
      counts.wrong++
      assert.equal(answer.statusCode, 400, answer.body)
      assert.equal(answer.headers['content-type'], 'application/problem+json; charset=utf-8')
      const { status, title, detail, errors } = answer.json<ValidationProblem>()
      assert.deepEqual([status, title, typeof detail], [400, 'Bad Request', 'string'])
      for (const one of errors) {
        assert.deepEqual(Object.keys(one), ['in', 'path', 'code', 'message'])
        assert.ok(one.in === 'body' || one.in === 'params')
        assert.ok(one.path === '' || one.path.startsWith('/'))
      }
    }),
    { ...budget(600), examples }
  )
  assert.ok(counts.right > 0 && counts.wrong > 0)
})
