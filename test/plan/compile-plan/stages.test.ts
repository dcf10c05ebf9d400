/** The stages of a request as a plan puts them together: their order, what each is given, and which of them a route that uses none has. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Anything, createApp } from '../../security/wild.ts'

const requestHooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const answerHooks = ['preSerialization', 'onSend', 'onResponse'] as const
const json = { 'content-type': 'application/json' }

test('the stages of a request run in their order, those of the context before those of the route', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const note = (text: string) => async () => void seen.push(text)
  const ofRoute = Object.fromEntries([...requestHooks, ...answerHooks].map((name) => [name, note(`${name} of route`)]))
  for (const name of [...answerHooks, ...requestHooks]) app.addHook(name, note(name))
  app.addContentTypeParser('text/x', async () => void seen.push('parse'))
  const validatorCompiler = () => () => {
    seen.push('validate')
    return true
  }
  const schema = { body: { type: 'object' } }
  app.post('/', { ...ofRoute, schema, validatorCompiler }, async () => {
    seen.push('handler')
    return {}
  })
  await app.inject({ method: 'POST', url: '/', headers: { 'content-type': 'text/x' }, payload: 'x' })
  const both = (name: string) => [name, `${name} of route`]
  assert.deepEqual(seen, [
    ...[...both('onRequest'), ...both('preParsing'), 'parse', ...both('preValidation'), 'validate'],
    ...[...both('preHandler'), 'handler', ...both('preSerialization'), ...both('onSend'), ...both('onResponse')]
  ])
})

test('a handler that finds nothing goes on with the preHandler hooks of the not-found handler, and nothing before them', async () => {
  const { app } = createApp()
  const seen: string[] = []
  const note = (text: string) => async () => void seen.push(text)
  for (const name of ['onRequest', 'preParsing', 'preValidation', 'preHandler']) app.addHook(name, note(name))
  app.setNotFoundHandler({ preHandler: note('preHandler of nothing') }, async () => {
    seen.push('nothing')
    return 'nothing'
  })
  app.get('/', (_request: unknown, reply: Anything) => reply.callNotFound())
  assert.equal((await app.inject('/')).body, 'nothing')
  assert.deepEqual(seen, [...requestHooks, 'preHandler', 'preHandler of nothing', 'nothing'])
})

for (const name of answerHooks.slice(0, 2))
  test(`a ${name} hook alone, of the context or of the route, sees the payload and may replace it`, async () => {
    const { app } = createApp()
    const replace = async (_request: unknown, _reply: unknown, payload: unknown) =>
      name === 'onSend' ? `${payload}!` : { ...(payload as object), more: 1 }
    app.get('/plain', () => ({ a: 1 }))
    app.get('/own', { [name]: replace }, () => ({ a: 1 }))
    app.register(async (child: Anything) => {
      child.addHook(name, replace)
      child.get('/context', () => ({ a: 1 }))
    })
    const replaced = name === 'onSend' ? '{"a":1}!' : '{"a":1,"more":1}'
    const bodies = await Promise.all(['/plain', '/own', '/context'].map(async (url) => (await app.inject(url)).body))
    assert.deepEqual(bodies, ['{"a":1}', replaced, replaced])
  })

describe('the body of a request', () => {
  const show = async (request: Anything) => ({ body: request.body ?? null })
  const ask = async (app: Anything, url: string, payload = '', headers: object = json) => {
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return answer.statusCode === 200 ? answer.json().body : answer.json().code
  }

  test('is none or its parser’s business where it is empty, as the route says, else the app', async () => {
    for (const [emptyBody, expected] of [
      ['none', null],
      ['parse', 'FST_ERR_CTP_EMPTY_JSON_BODY']
    ] as const) {
      const { app } = createApp({ emptyBody })
      app.post('/', show)
      app.post('/none', { emptyBody: 'none' }, show)
      app.post('/parse', { emptyBody: 'parse' }, show)
      assert.deepEqual(
        [await ask(app, '/'), await ask(app, '/none'), await ask(app, '/parse')],
        [expected, null, 'FST_ERR_CTP_EMPTY_JSON_BODY']
      )
    }
  })

  test('in another charset is refused, or with compat read as Fastify reads it', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-16' }
    for (const [options, expected] of [
      [{}, 'ESP_ERR_CTP_UNSUPPORTED_CHARSET'],
      [{ compat: 'fastify' }, 1]
    ] as const) {
      const { app } = createApp(options)
      app.post('/', show)
      assert.equal(await ask(app, '/', '1', headers), expected)
    }
  })

  test('that is wrong does not matter where nothing is found, except with compat', async () => {
    for (const [options, status] of [
      [{}, 404],
      [{ compat: 'fastify' }, 400]
    ] as const) {
      const { app } = createApp(options)
      app.post('/', show)
      const wrong = { method: 'POST', headers: json, payload: '{' }
      assert.equal((await app.inject({ ...wrong, url: '/nothing' })).statusCode, status)
      assert.equal((await app.inject({ ...wrong, url: '/' })).statusCode, 400)
    }
  })

  test('is bounded by its route, else by its parser, else by the app', async () => {
    const { app } = createApp({ bodyLimit: 6 })
    app.addContentTypeParser('text/x', { parseAs: 'string', bodyLimit: 4 }, async (_: unknown, body: string) => body)
    app.post('/', show)
    app.post('/own', { bodyLimit: 2 }, show)
    const large = 'FST_ERR_CTP_BODY_TOO_LARGE'
    const askOf = (url: string, type: string, length: number) =>
      ask(app, url, '1'.repeat(length), { 'content-type': type })
    assert.equal(await askOf('/', 'application/json', 6), 111111)
    assert.equal(await askOf('/', 'application/json', 7), large)
    assert.equal(await askOf('/', 'text/x', 4), '1111')
    assert.equal(await askOf('/', 'text/x', 5), large)
    for (const type of ['application/json', 'text/x']) {
      assert.equal(String(await askOf('/own', type, 2)), '11')
      assert.equal(await askOf('/own', type, 3), large)
    }
  })
})
