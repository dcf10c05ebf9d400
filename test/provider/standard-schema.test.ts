import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toJsonSchema, toStandardJsonSchema } from '@valibot/to-json-schema'
import { type as ark } from 'arktype'
import { espalier, plugin, Type } from 'espalier'
import { type StandardSchema, standardSchema } from 'espalier/standard-schema'
import * as v from 'valibot'
import * as z from 'zod'

const withLibrary = () => espalier().withTypeProvider(standardSchema())
const post = (app: ReturnType<typeof withLibrary>, payload: object) => app.inject({ method: 'POST', url: '/', payload })

/** The same route in each library: a title and an optional year in the request, and a title in the response. */
const libraries = {
  Zod: {
    body: z.object({ title: z.string(), year: z.number().optional() }),
    answer: z.object({ title: z.string() }),
    complaint: /^body\/title Invalid input: expected string, received number$/
  },
  Valibot: {
    body: v.object({ title: v.string(), year: v.optional(v.number()) }),
    answer: toStandardJsonSchema(v.object({ title: v.string() })),
    complaint: /^body\/title Invalid type: Expected string but received 1$/
  },
  ArkType: {
    body: ark({ title: 'string', 'year?': 'number' }),
    answer: ark({ title: 'string' }),
    complaint: /^body\/title title must be a string \(was a number\)$/
  }
}

for (const [library, { body, answer, complaint }] of Object.entries(libraries)) {
  const app = withLibrary()
  app.post('/', { schema: { body, response: { 200: answer } } }, (request) => ({ ...request.body, secret: true }))

  test(`${library} validates a body and serializes the declared response`, async () => {
    const { statusCode, body: text } = await post(app, { title: 'Emma', year: 1815 })
    assert.equal(statusCode, 200)
    assert.equal(text, '{"title":"Emma"}')
  })

  test(`${library} rejects a body with the path of the fault`, async () => {
    const refusal = await post(app, { title: 1 })
    assert.equal(refusal.statusCode, 400)
    const { code, message } = refusal.json() as { code: string; message: string }
    assert.equal(code, 'FST_ERR_VALIDATION')
    assert.match(message, complaint)
  })

  test(`${library} rejects a missing body`, async () => {
    assert.equal((await app.inject({ method: 'POST', url: '/' })).statusCode, 400)
  })
}

test('defaults, coercion and transforms of a schema change the values', async () => {
  const app = withLibrary()
  const querystring = z.object({ page: z.coerce.number().default(1), at: z.string().transform((text) => text.length) })
  app.get('/:id', { schema: { querystring, params: z.object({ id: z.coerce.number() }) } }, (request) => [
    request.params,
    request.query
  ])
  assert.deepEqual((await app.inject('/7?at=noon')).json(), [{ id: 7 }, { page: 1, at: 4 }])
})

test('headers outside the schema are kept', async () => {
  const app = withLibrary()
  const headers = z.object({ 'x-count': z.coerce.number() })
  app.get('/', { schema: { headers } }, (request) => [request.headers['x-count'], request.headers['x-other']])
  const answer = await app.inject({ url: '/', headers: { 'x-count': '2', 'x-other': 'kept' } })
  assert.deepEqual(answer.json(), [2, 'kept'])
})

test('an asynchronous schema can change the value', async () => {
  const app = withLibrary()
  const taken = async (name: string) => name !== 'root'
  const body = z.object({
    name: z
      .string()
      .refine(taken, 'is taken')
      .transform((name) => name.toUpperCase())
  })
  app.post('/', { schema: { body } }, (request) => request.body)
  assert.deepEqual((await post(app, { name: 'ada' })).json(), { name: 'ADA' })
  const refusal = await post(app, { name: 'root' })
  assert.equal(refusal.statusCode, 400)
  assert.match(refusal.body, /body\/name is taken/)
})

test('a body with the members value and error is not taken for a result', async () => {
  const app = withLibrary()
  const body = z.looseObject({ value: z.string() }).refine(async () => true)
  app.post('/', { schema: { body } }, (request) => request.body)
  assert.deepEqual((await post(app, { value: 'mine', error: null })).json(), { value: 'mine', error: null })
})

test('a schema that throws during validation is a 500', async () => {
  const app = withLibrary()
  const broken: StandardSchema<{ a: string }> = {
    '~standard': {
      version: 1,
      vendor: 'broken',
      validate: () => {
        throw new Error('broken on purpose')
      }
    }
  }
  app.post('/', { schema: { body: broken } }, (request) => request.body.a)
  assert.equal((await post(app, {})).statusCode, 500)
})

test('the path of an issue is a JSON Pointer', async () => {
  const app = withLibrary()
  app.post('/', { schema: { body: v.object({ 'a/b~c': v.array(v.number()) }) }, attachValidation: true }, (request) =>
    request.validationError?.validation.map(({ instancePath }) => instancePath)
  )
  assert.deepEqual((await post(app, { 'a/b~c': [1, 'two'] })).json(), ['/a~1b~0c/1'])
})

test('toJsonSchema makes the JSON Schemas of a library that has none', async () => {
  const app = espalier().withTypeProvider(standardSchema({ toJsonSchema }))
  const answer = v.object({ title: v.string() })
  app.get('/', { schema: { response: { 200: answer } } }, () => Object.assign({ title: 'Emma' }, { secret: true }))
  assert.equal((await app.inject('/')).body, '{"title":"Emma"}')
})

test('the boot fails for a response without a JSON Schema, and the message says how to fix it', async () => {
  const app = withLibrary()
  app.get('/', { schema: { response: { 200: v.object({ title: v.string() }) } } }, () => ({ title: 'Emma' }))
  await assert.rejects(async () => app.ready(), {
    code: 'FST_ERR_SCH_SERIALIZATION_BUILD',
    message: /a schema of valibot gives no JSON Schema\. Pass standardSchema\(\{ toJsonSchema \}\)\./
  })
})

test('the boot fails for a response that JSON Schema cannot express', async () => {
  const app = withLibrary()
  app.get('/', { schema: { response: { 200: z.object({ at: z.date() }) } } }, () => ({ at: new Date() }))
  await assert.rejects(async () => app.ready(), { code: 'FST_ERR_SCH_SERIALIZATION_BUILD', message: /Date/ })
})

test('a recursive schema is serialized at every depth', async () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node)
    }
  })
  const app = withLibrary()
  app.get('/', { schema: { response: { 200: node } } }, () => ({
    name: 'a',
    children: [Object.assign({ name: 'b', children: [] }, { secret: 1 })]
  }))
  assert.equal((await app.inject('/')).body, '{"name":"a","children":[{"name":"b","children":[]}]}')
})

test('child contexts inherit the library, and TypeBox schemas still work', async () => {
  const app = withLibrary()
  const typed = plugin({
    name: 'typed',
    setup: (child) =>
      child.get('/typebox', { schema: { querystring: Type.Object({ n: Type.Integer() }) } }, (request) => request.query)
  })
  app.register(typed)
  app.register(async (child) => {
    child.get('/zod', { schema: { querystring: z.object({ n: z.coerce.number() }) } }, (request) => request.query)
  })
  assert.deepEqual((await app.inject('/typebox?n=1')).json(), { n: 1 })
  assert.deepEqual((await app.inject('/zod?n=1')).json(), { n: 1 })
  assert.equal((await app.inject('/typebox?n=one')).statusCode, 400)
  assert.equal((await app.inject('/zod?n=one')).statusCode, 400)
})

test('a validator compiler of the context gets the schemas outside the library', async () => {
  const app = withLibrary()
  app.setValidatorCompiler(() => () => ({ value: 'by the compiler' }))
  app.post('/', { schema: { body: { any: 'thing' } as object } }, (request) => JSON.stringify(request.body))
  app.post('/zod', { schema: { body: z.object({ a: z.number() }) } }, (request) => request.body)
  assert.equal((await post(app, {})).body, '"by the compiler"')
  assert.deepEqual((await app.inject({ method: 'POST', url: '/zod', payload: { a: 1 } })).json(), { a: 1 })
})

test('a library of a child context does not apply outside', async () => {
  const app = espalier()
  app.register(async (child) => {
    child
      .withTypeProvider(standardSchema())
      .get('/in', { schema: { querystring: z.object({ n: z.coerce.number() }) } }, (request) => request.query)
  })
  app.get('/out', { schema: { querystring: z.object({ n: z.coerce.number() }) } }, (request) => request.query)
  await assert.rejects(async () => app.ready(), { code: 'ESP_ERR_SCH_FOREIGN' })
})

test('withTypeProvider throws after ready', async () => {
  const app = espalier()
  await app.ready()
  assert.throws(() => app.withTypeProvider(standardSchema()), { code: 'FST_ERR_INSTANCE_ALREADY_LISTENING' })
})

const issues = [{ message: 'no' }]
const custom = (validate: (value: unknown) => unknown) =>
  ({ '~standard': { version: 1, vendor: 'own', validate } }) as unknown as StandardSchema
const thenable = (result: object, on: object = {}) =>
  Object.defineProperty(on, 'then', { value: (settle: (result: object) => void) => settle(result) })

/** Results of a library, and the status of the response. */
for (const [what, validate, status] of [
  ['a thenable of issues', () => thenable({ issues }), 400],
  ['a thenable of a value', () => thenable({ value: 1 }), 200],
  ['a function that is a thenable', () => thenable({ issues }, () => {}), 400],
  ['a promise of undefined', async () => undefined, 500],
  ['a promise of a result without a value', async () => ({}), 500],
  ['undefined', () => undefined, 500],
  ['true', () => true, 500],
  ['a result without a value', () => ({}), 500],
  ['issues that are not a list', () => ({ issues: true, value: 1 }), 500],
  ['an empty list of issues', () => ({ issues: [], value: 1 }), 400],
  ['a value of undefined', () => ({ value: undefined }), 200],
  ['a value beside issues that are null', () => ({ issues: null, value: 1 }), 200]
] as [string, () => unknown, number][]) {
  test(`a schema that returns ${what} gives ${status}`, async () => {
    const app = withLibrary()
    app.post('/', { schema: { body: custom(validate) } }, (request) => ({ body: request.body ?? null }))
    const answer = await post(app, { a: 1 })
    assert.equal(answer.statusCode, status, answer.body)
    if (status === 200) assert.doesNotMatch(answer.body, /"a"/)
  })
}
