import assert from 'node:assert/strict'

export default async function check({ load }) {
  const app = (await load('app.ts')).createApp()
  const ask = async (url) => (await app.inject(url)).statusCode
  assert.deepEqual([await ask('/search'), await ask('/search'), await ask('/search')], [200, 200, 429])
  for (let count = 0; count < 4; count++) assert.equal(await ask('/health'), 200)
  assert.equal((await app.inject('/health')).headers['x-ratelimit-limit'], undefined)
  await app.close()
}
