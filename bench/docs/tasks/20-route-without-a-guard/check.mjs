import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const routes = [
    'GET /admin/',
    'GET /admin/users',
    'POST /admin/users/purge',
    'GET /admin/exports',
    'DELETE /admin/cache'
  ]
  for (const route of routes) {
    const [method, url] = route.split(' ')
    assert.equal((await app.inject({ method, url })).statusCode, 401, route)
    assert.equal((await app.inject({ method, url, headers: { authorization: 'secret' } })).statusCode, 200, route)
  }
  assert.equal((await app.inject('/health')).statusCode, 200)
  assert.deepEqual(JSON.parse(await read('answer.json')).sort(), ['DELETE /admin/cache', 'GET /admin/exports'])
  await app.close()
}
