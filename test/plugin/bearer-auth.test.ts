import assert from 'node:assert/strict'
import { test } from 'node:test'
import espalier, { LogController } from 'espalier'
import bearerAuth, { type BearerAuthOptions, createVerifyBearerAuth } from 'espalier/bearer-auth'
import fc from 'fast-check'
import { budget } from '../fuzz/budget.ts'

type Line = { level: number; msg: string; err?: { message: string } }

const keys = ['first-key', 'second-key']

async function createApp(options: BearerAuthOptions, more: { handled?: () => void } = {}) {
  const lines: Line[] = []
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const logController = new LogController({ disableRequestLogging: true })
  const app = espalier({ logger: { stream }, logController })
  app.get('/public', () => 'open')
  app.register(async (child) => {
    child.register(bearerAuth, options)
    child.get('/private', () => {
      more.handled?.()
      return 'secret'
    })
    child.register(async (grandchild) => {
      grandchild.get('/deep', () => 'deep')
    })
  })
  await app.ready()
  const ask = (authorization?: string, url = '/private') =>
    app.inject({ url, headers: authorization === undefined ? {} : { authorization } })
  return { app, ask, lines }
}

const misuse: [string, unknown, string][] = [
  ['neither keys nor auth', {}, 'FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE'],
  ['one key that is not in a list', { keys: 'key' }, 'FST_BEARER_AUTH_INVALID_KEYS_OPTION_TYPE'],
  ['a key that is not a string', { keys: [1] }, 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE'],
  ['a key that is undefined', { keys: [undefined] }, 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE'],
  ['bad keys beside auth', { keys: [1], auth: () => true }, 'FST_BEARER_AUTH_KEYS_OPTION_INVALID_KEY_TYPE'],
  ['another hook', { keys, addHook: 'preHandler' }, 'FST_BEARER_AUTH_INVALID_HOOK'],
  ['an unknown specification', { keys, specCompliance: 'rfc1' }, 'FST_BEARER_AUTH_INVALID_SPEC'],
  ['an unknown log level', { keys, verifyErrorLogLevel: 'loud' }, 'FST_BEARER_AUTH_INVALID_LOG_LEVEL']
]

for (const [name, options, code] of misuse) {
  test(`${name}: the app fails to start (${code})`, async () => {
    await assert.rejects(createApp(options as BearerAuthOptions), { code })
  })
}

const refusals: [string, string | undefined, string, string][] = [
  ['no header', undefined, 'missing authorization header', 'Bearer'],
  ['an empty header', '', 'missing authorization header', 'Bearer'],
  ['another scheme', 'Basic Zmlyc3Qta2V5', 'invalid authorization header', 'Bearer'],
  ['only the scheme', 'Bearer', 'invalid authorization header', 'Bearer'],
  ['the scheme and a space', 'Bearer ', 'invalid authorization header', 'Bearer'],
  ['no space after the scheme', 'Bearerfirst-key', 'invalid authorization header', 'Bearer'],
  ['another key', 'Bearer third-key', 'invalid authorization header', 'Bearer error="invalid_token"'],
  ['the start of a key', 'Bearer first', 'invalid authorization header', 'Bearer error="invalid_token"'],
  ['two keys', 'Bearer first-key second-key', 'invalid authorization header', 'Bearer error="invalid_token"'],
  ['the token undefined', 'Bearer undefined', 'invalid authorization header', 'Bearer error="invalid_token"']
]

for (const [name, authorization, message, challenge] of refusals) {
  test(`${name}: 401 with a challenge, and the handler does not run`, async () => {
    let handled = 0
    const { ask, lines } = await createApp({ keys }, { handled: () => void handled++ })
    const response = await ask(authorization)
    assert.equal(response.statusCode, 401)
    assert.equal(response.body, JSON.stringify({ error: message }))
    assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
    assert.equal(response.headers['www-authenticate'], challenge)
    assert.equal(handled, 0)
    assert.deepEqual(
      lines.map(({ level, msg }) => [level, msg]),
      [[50, `unauthorized: ${message}`]]
    )
  })
}

test('every key is accepted in the context and its children, without a log line', async () => {
  const { ask, lines } = await createApp({ keys: new Set(keys) })
  for (const key of keys) {
    assert.equal((await ask(`Bearer ${key}`)).body, 'secret')
    assert.equal((await ask(`Bearer ${key}`, '/deep')).body, 'deep')
  }
  assert.deepEqual(lines, [])
})

test('a child route without a key is a 401, and a route outside needs no key', async () => {
  const { ask } = await createApp({ keys })
  assert.equal((await ask(undefined, '/deep')).statusCode, 401)
  assert.equal((await ask(undefined, '/public')).body, 'open')
})

test('an empty list of keys rejects every token', async () => {
  const { ask } = await createApp({ keys: [] })
  assert.equal((await ask('Bearer first-key')).statusCode, 401)
})

test('auth decides about the token in place of the keys', async () => {
  const seen: string[] = []
  const auth = async (token: string, request: { url: string }) => {
    seen.push(`${request.url} ${token}`)
    return token === 'good'
  }
  const { ask } = await createApp({ keys, auth })
  assert.equal((await ask('Bearer good')).body, 'secret')
  assert.equal((await ask('Bearer first-key')).statusCode, 401)
  assert.equal((await ask('Basic good')).statusCode, 401)
  assert.deepEqual(seen, ['/private good', '/private first-key'])
})

const undecided: [string, () => unknown][] = [
  ['undefined', () => undefined],
  ['a promise of undefined', async () => undefined],
  ['a truthy string', () => 'yes'],
  ['one', () => 1],
  ['an object', () => ({})]
]

for (const [name, auth] of undecided) {
  test(`auth that returns ${name} is a 500`, async () => {
    const { ask, lines } = await createApp({ auth: auth as () => boolean })
    const response = await ask('Bearer x')
    assert.equal(response.statusCode, 500)
    assert.equal(response.body, '{"error":"internal server error"}')
    assert.match(lines[0]?.err?.message ?? '', /auth\(\) must give a boolean/)
  })
}

for (const [name, auth] of [
  [
    'throws',
    () => {
      throw new Error('connect ECONNREFUSED db:5432')
    }
  ],
  ['rejects', () => Promise.reject(new Error('connect ECONNREFUSED db:5432'))],
  ['rejects with a string', () => Promise.reject('connect ECONNREFUSED db:5432')]
] as const) {
  test(`auth that ${name} is a 500 without the reason, which is logged`, async () => {
    const { ask, lines } = await createApp({ auth })
    const response = await ask('Bearer x')
    assert.equal(response.statusCode, 500)
    assert.equal(response.body, '{"error":"internal server error"}')
    assert.deepEqual(
      lines.map(({ err }) => err?.message),
      ['connect ECONNREFUSED db:5432']
    )
  })
}

test('errorResponse and contentType set the body and the content type of a 401', async () => {
  const { ask } = await createApp({
    keys,
    errorResponse: (error) => `<p>${error.message}</p>`,
    contentType: 'text/html'
  })
  const response = await ask()
  assert.equal(response.statusCode, 401)
  assert.equal(response.headers['content-type'], 'text/html')
  assert.equal(response.body, '<p>missing authorization header</p>')
})

test('an errorResponse that throws is a 500', async () => {
  for (const options of [{ keys }, { auth: async () => false }]) {
    const { ask } = await createApp({
      ...options,
      errorResponse: () => {
        throw new Error('no body')
      }
    })
    assert.equal((await ask('Bearer x')).statusCode, 500)
  }
})

test('bearerType sets the scheme, which the challenge names', async () => {
  const { ask } = await createApp({ keys, bearerType: 'Token' })
  assert.equal((await ask('Token first-key')).body, 'secret')
  assert.equal((await ask('Bearer first-key')).headers['www-authenticate'], 'Token')
})

test("the scheme is case-insensitive (RFC 9110), and exact with specCompliance: 'rfc6750'", async () => {
  const exact = await createApp({ keys, specCompliance: 'rfc6750' })
  const any = [await createApp({ keys }), await createApp({ keys, specCompliance: 'rfc6749' })]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('Bearer', 'bearer', 'BEARER'), fc.nat({ max: 63 }), async (word, flips) => {
      const scheme = Array.from(word, (letter, at) => ((flips >> at) & 1 ? swapCase(letter) : letter)).join('')
      for (const { ask } of any) {
        assert.equal((await ask(`${scheme} first-key`)).body, 'secret')
        assert.equal((await ask(`${scheme} First-Key`)).statusCode, 401)
        assert.equal((await ask(`${scheme}first-key`)).statusCode, 401)
      }
      assert.equal((await exact.ask(`${scheme} first-key`)).statusCode, scheme === 'Bearer' ? 200 : 401)
    }),
    budget(20)
  )
})

const swapCase = (letter: string) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase())

test('verifyErrorLogLevel sets the level of rejected requests, and null logs no line', async () => {
  const [warning, silent] = [
    await createApp({ keys, verifyErrorLogLevel: 'warn' }),
    await createApp({ keys, verifyErrorLogLevel: null })
  ]
  await warning.ask()
  await silent.ask()
  assert.deepEqual([warning.lines[0]?.level, silent.lines.length], [40, 0])
})

test("addHook: 'preParsing' rejects a wrong token, and a body is parsed with a right one", async () => {
  const app = espalier()
  app.register(bearerAuth, { keys, addHook: 'preParsing' })
  app.post('/', (request) => request.body)
  const post = (authorization: string) =>
    app.inject({ method: 'POST', url: '/', headers: { authorization }, payload: { a: 1 } })
  assert.equal((await post('Bearer x')).statusCode, 401)
  assert.deepEqual((await post('Bearer first-key')).json(), { a: 1 })
})

test('an unknown path needs a token when the plugin is registered at the root', async () => {
  const app = espalier()
  app.register(bearerAuth, { keys })
  await app.ready()
  assert.equal((await app.inject('/nowhere')).statusCode, 401)
  const authorization = 'Bearer first-key'
  assert.equal((await app.inject({ url: '/nowhere', headers: { authorization } })).statusCode, 404)
})

test('addHook: false checks no request, and decorates the app with the check', async () => {
  const { app, ask } = await createApp({ keys, addHook: false })
  assert.equal((await ask()).body, 'secret')
  assert.equal(app.hasDecorator('verifyBearerAuth'), false)

  const root = espalier()
  await root.register(bearerAuth, { keys, addHook: false })
  assert.equal(root.hasDecorator('verifyBearerAuth'), true)
  assert.equal(root.hasDecorator('verifyBearerAuthFactory'), true)
})

test('createVerifyBearerAuth passes a 401 with its challenge to the error handler', async () => {
  const app = espalier()
  app.get('/', { onRequest: createVerifyBearerAuth({ keys }) }, () => 'secret')
  const refused = await app.inject({ url: '/', headers: { authorization: 'Bearer x' } })
  assert.equal(refused.statusCode, 401)
  assert.equal(refused.headers['www-authenticate'], 'Bearer error="invalid_token"')
  assert.equal((refused.json() as { code: string }).code, 'FST_BEARER_AUTH_INVALID_AUTHORIZATION_HEADER')
  const authorization = 'Bearer first-key'
  assert.equal((await app.inject({ url: '/', headers: { authorization } })).body, 'secret')
})

test('createVerifyBearerAuth passes an error of auth to the error handler', async () => {
  const app = espalier()
  const failure = new Error('no database')
  const seen: unknown[] = []
  app.setErrorHandler((error, _request, reply) => {
    seen.push(error)
    return reply.send('handled')
  })
  app.get('/', { onRequest: createVerifyBearerAuth({ auth: () => Promise.reject(failure) }) }, () => 'secret')
  const response = await app.inject({ url: '/', headers: { authorization: 'Bearer x' } })
  assert.deepEqual([response.statusCode, response.body, seen], [500, 'handled', [failure]])
})
