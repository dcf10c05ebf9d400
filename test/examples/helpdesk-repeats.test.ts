// The help desk with unavailable services: repeated requests run once, readiness is bounded, and temporary errors are a 503.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { createHelpDesk } from '../../examples/helpdesk/app.ts'
import { until } from '../until.ts'
import { helpDeskApps } from './helpdesk-apps.ts'
import { hasServer } from './test-database.ts'

type App = ReturnType<typeof createHelpDesk>

const open = await helpDeskApps()
const [one, other] = [open(), open()]

async function ask(app: App, target: string, headers = {}, payload?: object) {
  const [method = '', url = ''] = target.split(' ')
  const answer = await app.inject({ method, url, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body && JSON.parse(answer.body) }
}

/** Signs up, and logs in; resolves to the headers of a request with a key. */
async function enter(name: string) {
  const credentials = { name, password: 'a long secret' }
  await ask(one, 'POST /api/accounts', {}, credentials)
  const { body } = await ask(one, 'POST /api/session', {}, credentials)
  return (key?: string) => ({ authorization: `Bearer ${body.token}`, ...(key && { 'idempotency-key': `"${key}"` }) })
}

const ada = await enter('ada')
const tickets = '/api/orgs/acme/tickets'
const ticket = { title: 'Fire', text: 'Again.' }

test('a repeated request with the same key runs once, on either app, and gets the first response', async () => {
  const acme = { slug: 'acme', title: 'Acme' }
  for (const app of [one, other]) assert.equal((await ask(app, 'POST /api/orgs', ada('org'), acme)).status, 201)
  const first = await ask(one, `POST ${tickets}`, ada('a'), ticket)
  const again = await ask(other, `POST ${tickets}`, ada('a'), ticket)
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  assert.equal(again.headers['idempotency-replayed'], 'true')
  for (const app of [one, other]) {
    const { status, body } = await ask(app, `POST ${tickets}/1/comments`, ada('b'), { text: 'Still.' })
    assert.deepEqual([status, body.comments.length], [201, 1])
  }
  const { rows } = await (await one.ready()).db.query<{ count: number }>(
    "select count(*)::int from espalier_events where topic like 'news/%'"
  )
  assert.deepEqual(rows, [{ count: 2 }])
})

test('a repeated request with the same key gets the same error', async () => {
  for (const app of [one, other]) {
    const { status, body } = await ask(app, `POST ${tickets}/99/comments`, ada('c'), { text: 'Where?' })
    assert.deepEqual([status, body.code], [404, 'NO_SUCH_TICKET'])
  }
})

test('an idempotency key is required, fits one request, and belongs to its account', async () => {
  const code = async (headers: object, payload = ticket) => {
    const { status, body } = await ask(one, `POST ${tickets}`, headers, payload)
    return [status, body.code]
  }
  assert.deepEqual(await code(ada()), [400, 'FST_ERR_VALIDATION'])
  assert.deepEqual(await code(ada('a'), { ...ticket, title: 'Smoke' }), [422, 'IDEMPOTENCY_KEY_REUSED'])
  const bob = await enter('bob')
  assert.deepEqual(await code(bob('a')), [404, 'NO_SUCH_ORG'])
})

test('a logout is a 503 while Redis is unavailable', async () => {
  const app = open({ REDIS_URL: 'redis://127.0.0.1:1' })
  const { status, headers, body } = await ask(app, 'DELETE /api/session', ada())
  assert.deepEqual([status, headers['retry-after'], body.code], [503, '1', 'UNAVAILABLE'])
})

test('GET /ready is a 503 while the database hangs, and GET /live is a 200', async () => {
  const app = open({ DATABASE_POOL_SIZE: 2 })
  const { db } = await app.ready()
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  // All connections of the pool.
  const held = [1, 2].map(() => db.transaction(() => over))
  const { status, body } = await ask(app, 'GET /ready')
  assert.deepEqual([status, body], [503, { state: 'ready', failed: ['database'] }])
  assert.equal((await ask(app, 'GET /live')).status, 200)
  if (hasServer) {
    const me = await ask(app, 'GET /api/me', ada())
    assert.deepEqual([me.status, me.headers['retry-after'], me.body.code], [503, '1', 'UNAVAILABLE'])
  }
  end()
  await Promise.all(held)
  await until(async () => (await ask(app, 'GET /ready')).status === 200, 'the database')
})
