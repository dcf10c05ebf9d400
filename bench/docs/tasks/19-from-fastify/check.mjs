import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const source = await read('app.ts')
  assert.doesNotMatch(source, /declare module|fastify|\bas (?!const)|\bany\b/i)
  const app = (await load('app.ts')).createApp()
  const me = (headers) => app.inject({ url: '/members/me', headers })
  assert.equal((await app.inject('/')).body, 'Hello, stranger!')
  assert.deepEqual((await me({ authorization: 'secret' })).json(), { name: 'Ada' })
  const refused = await me({})
  assert.deepEqual([refused.statusCode, refused.json().message], [401, 'Who are you?'])
  await app.close()
}
