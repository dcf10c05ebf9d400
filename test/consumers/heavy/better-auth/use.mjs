// better-auth behind one route for all of its paths, as its documentation mounts it: sign-up, sign-in, sessions, a guard of the app, refusals.
import assert from 'node:assert/strict'
import { betterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { fromNodeHeaders } from 'better-auth/node'

async function build({ app }) {
  const auth = betterAuth({
    baseURL: 'http://books.test',
    secret: 'a secret of at least thirty-two characters',
    database: memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: { enabled: true, minPasswordLength: 8 },
    trustedOrigins: ['http://books.test'],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true }
  })
  app.route({
    method: ['GET', 'POST'],
    url: '/api/auth/*',
    async handler(request, reply) {
      const asked = new Request(new URL(request.url, 'http://books.test'), {
        method: request.method,
        headers: fromNodeHeaders(request.headers),
        ...(request.body && { body: JSON.stringify(request.body) })
      })
      const response = await auth.handler(asked)
      reply.status(response.status)
      for (const [name, value] of response.headers) reply.header(name, value)
      return reply.send(response.body ? await response.text() : null)
    }
  })
  // The other way: a web Response is a payload.
  app.get('/raw/*', async ({ url, headers }) =>
    auth.handler(
      new Request(`http://books.test${url.replace('/raw', '/api/auth')}`, { headers: fromNodeHeaders(headers) })
    )
  )
  app.decorateRequest('account', null)
  app.register(async (members) => {
    members.addHook('preHandler', async (request, reply) => {
      const found = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
      if (found === null) return reply.code(401).send({ problem: 'sign in' })
      request.account = found.user
    })
    members.get('/account', ({ account, reader }) => ({ name: account.name, reader }))
  })
}

/** Tokens, ids and hours are different in each run. */
const settle = (text) =>
  text
    .replaceAll(/session_token=[^;]+/g, 'session_token=TOKEN')
    .replaceAll(/"(token|id|userId)":"[^"]+"/g, '"$1":"ID"')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'HOUR')

const origin = { origin: 'http://books.test' }
const ada = { email: 'ada@books.test', password: 'sesame open', name: 'Ada' }
const sent = ({ headers }) => ({
  ...origin,
  cookie: headers['set-cookie'].map((one) => one.split(';', 1)[0]).join('; ')
})

const cases = {
  'who signs up has an account, once': async ({ ask }) => {
    const { status, json } = await ask('/api/auth/sign-up/email', { headers: origin, body: ada })
    assert.equal(status, 200)
    assert.equal(json().user.name, 'Ada')
    assert.equal((await ask('/api/auth/sign-up/email', { headers: origin, body: ada })).status, 422)
    assert.equal(
      (await ask('/api/auth/sign-up/email', { headers: origin, body: { ...ada, password: 'short' } })).status,
      400
    )
    assert.equal((await ask('/api/auth/sign-up/email', { headers: origin, body: { email: 'no' } })).status, 400)
  },
  'who signs in is known by the guard of the app, until the sign-out': async ({ ask }) => {
    const { email, password } = ada
    const welcome = await ask('/api/auth/sign-in/email', { headers: origin, body: { email, password } })
    const headers = sent(welcome)
    assert.deepEqual((await ask('/account', { headers: { ...headers, authorization: 'Bearer ada' } })).json(), {
      name: 'Ada',
      reader: 'ada'
    })
    assert.equal((await ask('/api/auth/get-session', { headers })).json().user.email, email)
    assert.equal((await ask('/raw/get-session', { headers })).json().user.email, email)
    const gone = await ask('/api/auth/sign-out', { headers, body: {} })
    assert.equal(gone.status, 200)
    assert.equal((await ask('/account', { headers })).status, 401)
  },
  'each refusal has its status': async ({ ask }) => {
    const { email } = ada
    assert.equal(
      (await ask('/api/auth/sign-in/email', { headers: origin, body: { email, password: 'wrong word' } })).status,
      401
    )
    assert.equal((await ask('/account')).status, 401)
    assert.equal((await ask('/api/auth/nothing')).status, 404)
    assert.equal((await ask('/api/auth/ok')).status, 200)
    assert.equal((await ask('/api/auth/ok', { headers: { authorization: 'Bearer stolen' } })).status, 401)
    assert.equal((await ask('/api/auth/sign-in/email', { method: 'PUT' })).status, 404)
    const evil = { origin: 'http://evil.test', cookie: 'better-auth.session_token=a.b' }
    assert.equal(
      (await ask('/api/auth/sign-in/email', { headers: evil, body: { email, password: ada.password } })).status,
      403
    )
    const json = { ...origin, 'content-type': 'application/json' }
    assert.equal(
      (await ask('/api/auth/sign-in/email', { method: 'POST', headers: json, body: '{"email"' })).status,
      400
    )
  },
  'routes beside it are as before': async ({ ask }) => {
    assert.equal((await ask('/books/1')).status, 200)
    assert.equal((await ask('/books/9')).status, 404)
  }
}

export const uses = { 'better-auth': { build, settle, cases } }
