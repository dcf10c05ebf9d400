/** The stages of a request in a plan: their order and their arguments. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Anything, createApp } from '../../security/wild.ts'

const requestHooks = ['onRequest', 'preParsing', 'preValidation', 'preHandler'] as const
const answerHooks = ['preSerialization', 'onSend', 'onResponse'] as const
const json = { 'content-type': 'application/json' }

test('stages run in their order, and hooks of the context before those of the route', async () => {
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

test('callNotFound in a handler runs the preHandler hooks of the not-found handler and no earlier hooks', async () => {
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
  test(`a single ${name} hook, of the context or of the route, can replace the payload`, async () => {
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

describe('request body', () => {
  const show = async (request: Anything) => ({ body: request.body ?? null })
  const ask = async (app: Anything, url: string, payload = '', headers: object = json) => {
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    return answer.statusCode === 200 ? answer.json().body : answer.json().code
  }

  test('emptyBody of the route, else of the app, decides whether an empty body is parsed', async () => {
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

  test('a body in an unsupported charset is rejected, and is parsed with compat', async () => {
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

  test('an invalid body on an unknown path is a 404, and a 400 with compat', async () => {
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

  test('bodyLimit is taken from the route, else the parser, else the app', async () => {
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
