/** The schemas of a route in its plan: when they compile, and the functions that handlers get from them. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Anything, createApp } from '../security/wild.ts'

const object = { type: 'object' }
const text = { type: 'string' }

describe('lazy compilation', () => {
  /** Boots a lazy app whose compilers have `mayWait`. Returns the calls of `mayWait`, and the compiled schemas. */
  async function bootLazily(schema: object, mayWait: ((asked: Anything) => unknown) | undefined) {
    const asked: Anything[] = []
    const compiled: string[] = []
    const compiler = (name: string) => {
      const compile = (request: Anything) => {
        compiled.push(request.httpPart ?? request.httpStatus)
        return name === 'v' ? () => true : () => '{}'
      }
      if (mayWait === undefined) return compile
      const note = (request: Anything) => {
        asked.push(request)
        return mayWait(request)
      }
      return Object.assign(compile, { mayWait: note })
    }
    const { app } = createApp({ compile: 'lazy', exposeHeadRoutes: false })
    app.route({
      ...{ method: ['PUT', 'POST'], url: '/:a', schema, handler: () => ({}) },
      ...{ validatorCompiler: compiler('v'), serializerCompiler: compiler('s') }
    })
    await app.ready()
    const atReady = [...compiled]
    await app.inject({ method: 'PUT', url: '/x', headers: { 'content-type': 'a/b' } })
    return { asked, atReady, compiled }
  }

  const schema = {
    params: object,
    querystring: object,
    headers: object,
    body: { content: { 'a/b': { schema: text }, 'c/d': { schema: object } } },
    response: { 200: text, '4xx': { content: { 'a/b': { schema: object } } } }
  }
  const places = ['params', 'querystring', 'headers', 'body', 'body', '200', '4xx']

  test('schemas are compiled at the first request when mayWait allows each of them', async () => {
    const { asked, atReady, compiled } = await bootLazily(schema, () => true)
    assert.deepEqual(atReady, [])
    assert.deepEqual([...compiled].sort(), [...places].sort())
    const where = { method: 'PUT,POST', url: '/:a' }
    const byPlace = (one: Anything, other: Anything) =>
      `${one.httpPart}${one.httpStatus}${one.contentType}` < `${other.httpPart}${other.httpStatus}${other.contentType}`
        ? -1
        : 1
    const expected = [
      { schema: object, httpPart: 'params', ...where },
      { schema: object, httpPart: 'querystring', ...where },
      { schema: object, httpPart: 'headers', ...where },
      { schema: text, contentType: 'a/b', httpPart: 'body', ...where },
      { schema: object, contentType: 'c/d', httpPart: 'body', ...where },
      { schema: text, httpStatus: '200', ...where },
      { schema: object, contentType: 'a/b', httpStatus: '4xx', ...where }
    ]
    assert.deepEqual(asked.map((one) => ({ ...one })).sort(byPlace), expected.sort(byPlace))
  })

  test('mayWait is called for a body schema without media types', async () => {
    const { asked, atReady } = await bootLazily({ body: object }, () => true)
    assert.deepEqual(atReady, [])
    assert.deepEqual(
      asked.map((one) => ({ ...one })),
      [{ schema: object, httpPart: 'body', method: 'PUT,POST', url: '/:a' }]
    )
  })

  for (const place of ['params', 'querystring', 'headers', 'body', '200', '4xx'])
    test(`all schemas of a route are compiled at boot when mayWait refuses one: ${place}`, async () => {
      for (const answer of [false, 'yes', undefined]) {
        const { asked, atReady } = await bootLazily(schema, ({ httpPart, httpStatus }) =>
          (httpPart ?? httpStatus) === place ? answer : true
        )
        assert.deepEqual([...atReady].sort(), [...places].sort())
        assert.equal(asked.length, places.length)
      }
    })

  test('schemas are compiled at boot when their compiler has no mayWait', async () => {
    const { atReady } = await bootLazily(schema, undefined)
    assert.equal(atReady.length, places.length)
  })
})

describe('functions of a route', () => {
  const find = async (schema: object | undefined, look: (request: Anything, reply: Anything) => unknown) => {
    const { app } = createApp()
    let found: Anything
    app.post('/:a', { ...(schema && { schema }) }, (request: Anything, reply: Anything) => {
      found = look(request, reply)
      return {}
    })
    await app.inject({
      method: 'POST',
      url: '/1?a=1',
      headers: { a: '1', 'content-type': 'application/json' },
      payload: '{"a":1}'
    })
    return found
  }
  const parts = ['params', 'querystring', 'query', 'headers', 'body']
  const withField = { type: 'object', properties: { a: { type: 'number', maximum: 5 } } }

  test('getValidationFunction returns a validator for each part that has a schema, and undefined otherwise', async () => {
    const look = (request: Anything) => parts.map((part) => typeof request.getValidationFunction(part))
    assert.deepEqual(
      await find(undefined, look),
      parts.map(() => 'undefined')
    )
    for (const [name, own] of [
      ['params', ['params']],
      ['querystring', ['querystring', 'query']],
      ['headers', ['headers']],
      ['body', ['body']]
    ] as const) {
      const expected = parts.map((part) => ((own as readonly string[]).includes(part) ? 'function' : 'undefined'))
      assert.deepEqual(await find({ [name]: withField }, look), expected)
      const judge = (request: Anything) => {
        const validate = request.getValidationFunction(own[0])
        return [validate({ a: 5 }), validate({ a: 6 })]
      }
      assert.deepEqual(await find({ params: object, body: object, [name]: withField }, judge), [true, false])
    }
  })

  test('getValidationFunction returns undefined for a body with schemas by media type', async () => {
    const schema = { body: { content: { 'application/json': { schema: withField } } } }
    assert.equal(await find(schema, (request) => request.getValidationFunction('body')), undefined)
  })

  test('getSerializationFunction finds a serializer by its exact status and media type', async () => {
    const schema = {
      response: { 200: object, '3xx': object, default: object, 404: { content: { 'a/b': { schema: object } } } }
    }
    const keys = [[200], ['200'], ['3xx'], ['3XX'], ['default'], [404, 'a/b'], [201], [301], [404], [404, 'c/d']]
    const look = (_request: unknown, reply: Anything) =>
      keys.map((key) => typeof reply.getSerializationFunction(...key) === 'function')
    assert.deepEqual(
      await find(schema, look),
      keys.map((_, at) => at < 6)
    )
    assert.deepEqual(
      await find(undefined, look),
      keys.map(() => false)
    )
  })
})

describe('serialization', () => {
  const fields = { type: 'object', properties: { a: { type: 'number' } } }
  const payload = { a: 1, b: 2 }

  test('the serializer is that of the reply, else of the context, else of the status, else JSON', async () => {
    const response = { 200: fields, 201: { content: { 'application/json': { schema: fields } } } }
    for (const [ofContext, expected] of [
      [false, ['{"a":1}', '{"a":1}', '{"a":1,"b":2}', '{"a":1,"b":2}']],
      [true, ['200 1', '201 1', '202 1', '200 1']]
    ] as const) {
      const { app } = createApp({ strictResponses: false })
      const own = (_request: unknown, reply: Anything) =>
        reply.serializer((given: Anything) => `own ${given.a}`).send(payload)
      if (ofContext)
        app.setReplySerializer(function (this: unknown, given: Anything, status: number) {
          assert.equal(this, app)
          return `${status} ${given.a}`
        })
      for (const status of [200, 201, 202])
        app.get(`/${status}`, { schema: { response } }, (_request: unknown, reply: Anything) =>
          reply.code(status).send(payload)
        )
      app.get('/plain', () => payload)
      app.get('/own', own)
      app.get('/own/schema', { schema: { response } }, own)
      const bodyOf = async (url: string) => (await app.inject(url)).body
      assert.deepEqual(await Promise.all(['/200', '/201', '/202', '/plain'].map(bodyOf)), expected)
      assert.deepEqual(await Promise.all(['/own', '/own/schema'].map(bodyOf)), ['own 1', 'own 1'])
    }
  })

  test('a not-found handler serializes as JSON even in a context with a reply serializer', async () => {
    const { app } = createApp()
    app.setReplySerializer(() => 'of the context')
    app.setNotFoundHandler(() => payload)
    assert.equal((await app.inject('/nothing')).body, '{"a":1,"b":2}')
  })

  test('reply.serialize uses the schema of the content type, which defaults to JSON', async () => {
    const schema = {
      response: { 200: { content: { 'application/json': { schema: fields }, 'a/b': { schema: object } } } }
    }
    const { app } = createApp({ strictResponses: false })
    for (const [url, type] of Object.entries({
      none: undefined,
      json: 'application/json',
      other: 'a/b; c=d',
      unlisted: 'c/d'
    }))
      app.get(`/${url}`, { schema }, (_request: unknown, reply: Anything) => {
        if (type !== undefined) reply.type(type)
        return reply.serialize(payload)
      })
    const bodies = await Promise.all(
      ['none', 'json', 'other', 'unlisted'].map(async (url) => (await app.inject(url)).body)
    )
    assert.deepEqual(bodies, ['{"a":1}', '{"a":1}', '{}', '{"a":1,"b":2}'])
  })
})

describe('undeclared response', () => {
  const json = { content: { 'application/json': { schema: object } } }
  const answerTo = async (response: object, status: number, type?: string, options: object = {}) => {
    const { app } = createApp(options as never)
    app.route({
      method: ['GET', 'PUT'],
      url: '/a',
      schema: { response },
      handler: (_request: unknown, reply: Anything) => {
        reply.code(status)
        if (type === '') return reply.send('text')
        if (type !== undefined) reply.type(type)
        return reply.send(type?.startsWith('text') ? 'text' : {})
      }
    })
    const answer = await app.inject({ method: 'PUT', url: '/a' })
    const { code, message } = answer.headers['content-type']?.includes('json') ? answer.json() : ({} as Anything)
    return code === undefined ? answer.statusCode : [code, message]
  }
  const undeclared = (status: number) => [
    'ESP_ERR_RESPONSE_STATUS_UNDECLARED',
    `Route '/a' (GET,PUT) answered ${status}, which its response schema does not declare. ` +
      "Declare that status, its class or 'default', or set strictResponses: false."
  ]
  const otherType = (status: number, type: string) => [
    'ESP_ERR_RESPONSE_TYPE_UNDECLARED',
    `Route '/a' (GET,PUT) answered ${status} as '${type}', which its response schema does not declare. ` +
      'Declare that media type, or set strictResponses: false.'
  ]

  test('an undeclared status from 200 to 299 is an error, and any other status is sent', async () => {
    for (const status of [200, 202, 299]) assert.deepEqual(await answerTo({ 201: object }, status), undeclared(status))
    for (const status of [201, 300, 404, 500]) assert.equal(await answerTo({ 201: object }, status), status)
    assert.equal(await answerTo({ '2xx': object }, 299), 299)
    assert.equal(await answerTo({ default: object }, 200), 200)
  })

  test('an undeclared success is sent when no success is declared or strictResponses is off', async () => {
    assert.equal(await answerTo({ 400: object, '3xx': object }, 200), 200)
    assert.equal(await answerTo({ 201: object }, 200, undefined, { strictResponses: false }), 200)
  })

  test('an undeclared media type is an error when media types are listed without */*', async () => {
    assert.deepEqual(await answerTo({ 200: json }, 200, 'text/plain'), otherType(200, 'text/plain'))
    assert.equal(await answerTo({ 200: json }, 200, 'application/json'), 200)
    assert.equal(await answerTo({ 200: json }, 200), 200)
    assert.equal(await answerTo({ 200: { content: { '*/*': { schema: {} } } } }, 200, 'text/plain'), 200)
    assert.equal(await answerTo({ 200: { type: 'string' } }, 200, 'text/plain'), 200)
  })
})
