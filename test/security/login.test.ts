/** Runs the program of the recipe for a login by cookie. test/consumers/login/page.test.ts runs it in a browser. */
import assert from 'node:assert/strict'
import { createHook } from 'node:async_hooks'
import { type TestContext, test } from 'node:test'
import { testClient } from '@espalier/testing'
import { createMembers } from '../readme/members.ts'
import { recipeOf } from '../readme/recipe.ts'

const right = { name: 'ada', password: 'correct horse' }
const name = '__Host-session'

async function start(t: TestContext) {
  const app = await createMembers(recipeOf('docs/recipes/authentication.md', t))
  t.after(() => app.close())
  const logIn = (body: object, headers = {}) => app.inject({ method: 'POST', url: '/session', body, headers })
  const idAfter = async (headers = {}) => {
    const { statusCode, cookies } = await logIn(right, headers)
    assert.equal(statusCode, 204)
    return String(cookies.find((cookie) => cookie.name === name)?.value)
  }
  const statusFor = async (id: string) => (await app.inject({ url: '/me', cookies: { [name]: id } })).statusCode
  return { app, logIn, idAfter, statusFor }
}

test('the session cookie is HttpOnly, Secure, SameSite=Lax and bound to its host', async (t) => {
  const { logIn } = await start(t)
  const field = `${(await logIn(right)).headers['set-cookie']}`
  assert.match(field, /^__Host-session=[\w-]{43}; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
})

test('a login starts a new session, ignores a planted id and ends the earlier session', async (t) => {
  const { idAfter, statusFor } = await start(t)
  const planted = 'x'.repeat(43)
  const first = await idAfter({ cookie: `${name}=${planted}` })
  assert.deepEqual([await statusFor(planted), await statusFor(first)], [401, 200])
  const second = await idAfter({ cookie: `${name}=${first}` })
  assert.deepEqual([await statusFor(first), await statusFor(second)], [401, 200])
})

test('a logout ends the session of this browser only, even for a copy of its cookie', async (t) => {
  const { app, idAfter, statusFor } = await start(t)
  const other = await idAfter()
  const browser = testClient(app)
  await browser.inject({ method: 'POST', url: '/session', body: right })
  const copy = browser.cookies()[name] ?? ''
  assert.equal(await statusFor(copy), 200)
  await browser.inject({ method: 'DELETE', url: '/session' })
  assert.deepEqual(browser.cookies(), {})
  assert.deepEqual([await statusFor(copy), await statusFor(other)], [401, 200])
})

test('a session expires on the server after eight hours', async (t) => {
  const { idAfter, statusFor } = await start(t)
  const now = Date.now()
  const id = await idAfter()
  t.mock.timers.enable({ apis: ['Date'], now: now + 8 * 3_600_000 - 1000 })
  assert.equal(await statusFor(id), 200)
  t.mock.timers.setTime(now + 8 * 3_600_000 + 60_000)
  assert.equal(await statusFor(id), 401)
})

test('an unknown name takes the same work and gets the same response as a wrong password', async (t) => {
  const { logIn } = await start(t)
  let derived = 0
  const hook = createHook({ init: (_id, type) => void (type === 'SCRYPTREQUEST' && derived++) }).enable()
  t.after(() => hook.disable())
  const answers: string[] = []
  for (const body of [
    { name: 'ada', password: 'a guess' },
    { name: 'eve', password: 'a guess' },
    { name: 'eve', password: '' }
  ]) {
    derived = 0
    const { statusCode, body: text } = await logIn(body)
    answers.push(`${statusCode} ${text} after ${derived}`)
  }
  assert.equal(new Set(answers).size, 1, answers.join('\n'))
  assert.match(answers[0] ?? '', /^401 .*BAD_CREDENTIALS.* after 1$/)
})

const own = 'https://shop.example'
/** Fields of a request to `https://shop.example`, and whether it may change something. */
const requests: [headers: Record<string, string>, isTaken: boolean][] = [
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin', origin: own }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' }, false],
  [{ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
  // Sec-Fetch-Site takes precedence over Origin.
  [{ 'sec-fetch-site': 'cross-site', origin: own }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ 'sec-fetch-site': '' }, false],
  [{ origin: own }, true],
  [{ origin: 'https://evil.example' }, false],
  [{ origin: 'https://shop.example.evil.example' }, false],
  [{ origin: 'https://shop.example:8443' }, false],
  [{ origin: 'null' }, false],
  [{ origin: '' }, false]
]

test('only requests of the own origin may change state', async (t) => {
  const { app, idAfter } = await start(t)
  const cookie = `${name}=${await idAfter()}`
  for (const [headers, isTaken] of requests)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
      const { statusCode } = await app.inject({
        method,
        url: '/deed',
        headers: { host: 'shop.example', cookie, ...headers }
      })
      assert.equal(statusCode, isTaken ? 200 : 403, `${method} ${JSON.stringify(headers)}`)
      const read = await app.inject({ url: '/me', headers: { host: 'shop.example', cookie, ...headers } })
      assert.equal(read.statusCode, 200)
    }
  for (const url of ['/session', '/nothing'])
    for (const method of ['POST', 'DELETE'] as const)
      assert.equal(
        (await app.inject({ method, url, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode,
        403,
        url
      )
})
