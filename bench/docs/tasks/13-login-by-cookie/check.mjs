import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const login = (body) => app.inject({ method: 'POST', url: '/session', body })
  assert.equal((await login({ name: '' })).statusCode, 400)
  assert.equal((await login({})).statusCode, 400)
  const answer = await login({ name: 'Ada' })
  const cookie = answer.cookies.find(({ name }) => name === 'session')
  assert.deepEqual([answer.statusCode, cookie?.httpOnly], [204, true])
  const cookies = { session: cookie.value }
  assert.equal((await app.inject({ url: '/me', cookies })).body, 'Ada')
  assert.equal((await app.inject('/me')).statusCode, 401)
  assert.equal((await app.inject({ url: '/me', cookies: { session: 'Ada' } })).statusCode, 401)
  assert.equal((await app.inject({ method: 'DELETE', url: '/session', cookies })).statusCode, 204)
  assert.equal((await app.inject({ url: '/me', cookies })).statusCode, 401)
  assert.doesNotMatch(await read('app.ts'), /declare module|\bas any\b/)
  await app.close()
}
