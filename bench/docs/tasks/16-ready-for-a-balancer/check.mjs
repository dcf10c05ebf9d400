import assert from 'node:assert/strict'

export default async function check({ load }) {
  const { createApp } = await load('app.ts')
  let ping = async () => {}
  const app = createApp(() => ping())
  const ask = async (url) => {
    const { statusCode, body } = await app.inject(url)
    return [statusCode, JSON.parse(body).failed]
  }
  assert.deepEqual(await ask('/ready'), [200, []])
  ping = async () => {
    throw new Error('the database is away')
  }
  assert.deepEqual(await ask('/ready'), [503, ['database']])
  assert.equal((await ask('/live'))[0], 200)
  ping = () => new Promise(() => {})
  assert.deepEqual(await ask('/ready'), [503, ['database']])
  await app.close()
}
