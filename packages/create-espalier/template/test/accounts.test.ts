// with login
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testClient, watchAnswers } from '@espalier/testing'
import { accounts, doors } from '../src/accounts/contract.ts'
import makeApp from '../src/app.ts'

watchAnswers()
const app = await makeApp()
after(() => app.close())

const credentials = () => ({ name: `ada-${process.hrtime.bigint()}`, password: 'correct horse' })

test('a session begins with the right password, and ends', async () => {
  const body = credentials()
  const ada = testClient(app)
  await ada.inject(doors.signUp, { body }).expect(201)
  await ada.inject(doors.logIn, { body: { ...body, password: 'wrong horse' } }).expect(401)

  const { headers } = await ada.inject(doors.logIn, { body })
  assert.match(`${headers['set-cookie']}`, /HttpOnly/)
  assert.match(`${headers['set-cookie']}`, /SameSite=Strict/)
  assert.deepEqual(await ada.inject(accounts.whoAmI).expect(200), { name: body.name })

  const token = ada.cookies('/api')
  await ada.inject(doors.logOut).expect(204)
  await ada.inject(accounts.whoAmI).expect(401)
  assert.equal((await app.inject({ url: '/api/session', cookies: token })).statusCode, 401)
})

test('a name belongs to one account', async () => {
  const body = credentials()
  await app.inject(doors.signUp, { body }).expect(201)
  await app.inject(doors.signUp, { body }).expect(409)
})
// end
