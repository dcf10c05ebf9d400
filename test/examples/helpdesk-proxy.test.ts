// The help desk behind a proxy, and with Redis: client addresses, and state that several processes share.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { InjectOptions } from 'espalier'
import type { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { helpDeskApps } from './helpdesk-apps.ts'

type App = ReturnType<typeof createHelpDesk>

const open = await helpDeskApps()
const ada = { name: 'ada', password: 'a long secret' }

/** Sends a request from the proxy address 10.0.0.1, unless another one is given. */
const ask = (app: App, target: string, { headers = {}, ...options }: InjectOptions = {}) => {
  const [method = '', url = ''] = target.split(' ')
  return app.inject({ method, url, remoteAddress: '10.0.0.1', headers, ...options })
}

const logIn = (app: App, client: string, options: InjectOptions = {}) =>
  ask(app, 'POST /api/session', {
    payload: ada,
    headers: { 'x-forwarded-for': client, 'x-forwarded-proto': 'https', 'x-request-id': 'of-the-proxy' },
    ...options
  })

let clients = 0

async function tokenOf(app: App) {
  const { token } = (await logIn(app, `10.1.${++clients}.1`)).json<{ token: string }>()
  return { authorization: `Bearer ${token}` }
}

const trusting = open({ TRUST_PROXY: ['10.0.0.1'], HELPDESK_LOGINS_PER_MINUTE: 3 })

test('a trusted proxy sets the client address, the scheme and the request id', async () => {
  assert.equal((await ask(trusting, 'POST /api/accounts', { payload: ada })).statusCode, 201)
  const statuses = []
  for (const client of ['10.9.0.1', '10.9.0.1', '10.9.0.1', '10.9.0.1', '10.9.0.2'])
    statuses.push((await logIn(trusting, client)).statusCode)
  assert.deepEqual(statuses, [201, 201, 201, 429, 201])
  const { headers } = await logIn(trusting, '10.9.0.3')
  assert.match(`${headers['set-cookie']}`, /^helpdesk=\S+; Path=\/api; HttpOnly; Secure; SameSite=Strict$/)
  assert.equal(headers['x-request-id'], 'of-the-proxy')
})

for (const [whom, app, remoteAddress] of [
  ['a client that bypasses the proxy', trusting, '10.0.0.2'],
  ['a client of a help desk without a proxy', open({ HELPDESK_LOGINS_PER_MINUTE: 3 }), '10.0.0.1']
] as const)
  test(`forwarded fields of ${whom} are ignored`, async () => {
    const statuses = []
    for (const client of ['10.9.1.1', '10.9.1.2', '10.9.1.3', '10.9.1.4'])
      statuses.push((await logIn(app, client, { remoteAddress })).statusCode)
    assert.deepEqual(statuses, [201, 201, 201, 429])
    const { headers } = await logIn(app, '10.9.1.5', { remoteAddress: '10.0.0.3' })
    assert.match(`${headers['set-cookie']}`, /; HttpOnly; SameSite=/)
  })

test('X-Request-Id of a client is ignored without a proxy', async () => {
  const ids = []
  for (const target of ['GET /live', 'GET /nowhere'])
    ids.push((await ask(open(), target, { headers: { 'x-request-id': 'of-the-client' } })).headers['x-request-id'])
  assert.match(ids.join(), /^[0-9a-f-]{36},[0-9a-f-]{36}$/)
})

test('a logout ends its session and keeps other sessions of the account', async () => {
  const [first, second] = [await tokenOf(trusting), await tokenOf(trusting)]
  for (const headers of [first, first, {}, { authorization: 'Bearer of nothing' }])
    assert.equal((await ask(trusting, 'DELETE /api/session', { headers })).statusCode, 204)
  const ended = await ask(trusting, 'GET /api/me', { headers: first })
  assert.deepEqual([ended.statusCode, ended.json<{ code: string }>().code], [401, 'SESSION_ENDED'])
  assert.equal((await ask(trusting, 'GET /api/me', { headers: second })).statusCode, 200)
})

test('logins and sessions work while Redis is unavailable', async () => {
  const app = open({ REDIS_URL: 'redis://127.0.0.1:1', TRUST_PROXY: ['10.0.0.1'], HELPDESK_LOGINS_PER_MINUTE: 1 })
  assert.equal((await logIn(app, '10.9.2.1')).statusCode, 201)
  assert.equal((await logIn(app, '10.9.2.1')).statusCode, 201)
  assert.equal((await ask(app, 'GET /api/me', { headers: await tokenOf(app) })).statusCode, 200)
  assert.equal((await ask(app, 'GET /ready')).statusCode, 200)
})

const redisUrl = process.env.TEST_REDIS_URL
if (redisUrl)
  test('apps on one Redis share the login limit and the end of a session', async () => {
    const given = { REDIS_URL: redisUrl, TRUST_PROXY: ['10.0.0.1'], HELPDESK_LOGINS_PER_MINUTE: 3 }
    const [one, other] = [open(given), open(given)]
    const client = `fd00::${randomUUID().slice(0, 4)}`
    const statuses = []
    for (const app of [one, other, one, other]) statuses.push((await logIn(app, client)).statusCode)
    assert.deepEqual(statuses, [201, 201, 201, 429])
    const headers = await tokenOf(one)
    assert.equal((await ask(one, 'DELETE /api/session', { headers })).statusCode, 204)
    assert.equal((await ask(other, 'GET /api/me', { headers })).statusCode, 401)
  })
