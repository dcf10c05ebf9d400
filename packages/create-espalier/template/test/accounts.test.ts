// with login
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { accounts, doors } from '../src/accounts/contract.ts'
import { createApp } from '../src/app.ts'

const app = await createApp({ database: process.env.TEST_DATABASE_URL ?? 'memory://' })
after(() => app.close())

const credentials = () => ({ name: `ada-${process.hrtime.bigint()}`, password: 'correct horse' })

test('a session begins with the right password, and ends', async () => {
  const body = credentials()
  await app.inject(doors.signUp, { body }).expect(201)
  await app.inject(doors.logIn, { body: { ...body, password: 'wrong horse' } }).expect(401)

  const { headers: answered } = await app.inject(doors.logIn, { body })
  const setCookie = `${answered['set-cookie']}`
  assert.match(setCookie, /HttpOnly/)
  assert.match(setCookie, /SameSite=Strict/)
  const headers = { cookie: setCookie.split(';', 1)[0] ?? '' }
  assert.deepEqual(await app.inject(accounts.whoAmI, { headers }).expect(200), { name: body.name })

  await app.inject(doors.logOut, { headers }).expect(204)
  await app.inject(accounts.whoAmI, { headers }).expect(401)
})

test('a name belongs to one account', async () => {
  const body = credentials()
  await app.inject(doors.signUp, { body }).expect(201)
  await app.inject(doors.signUp, { body }).expect(409)
})
// end
