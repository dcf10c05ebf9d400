import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const ask = (url, authorization) => app.inject({ url, headers: authorization ? { authorization } : {} })
  assert.equal((await ask('/')).body, '2 users')
  assert.equal((await ask('/account/name', 'secret')).body, 'Ada')
  assert.equal((await ask('/account/initial', 'other')).body, 'T')
  for (const key of [undefined, 'wrong']) {
    const { statusCode, code } = (await ask('/account/name', key)).json()
    assert.deepEqual([statusCode, code], [401, 'NO_USER'])
    assert.equal((await ask('/account/initial', key)).statusCode, 401)
  }
  const source = await read('app.ts')
  assert.doesNotMatch(source, /declare module|\bas (?!const)|user!/)
  assert.equal(source.split('users.get(').length, 2, 'the look-up is written once')
  await app.close()
}
