import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const app = (await load('app.ts')).createApp()
  const { statusCode, body } = await app.inject('/openapi.json')
  assert.equal(statusCode, 200)
  const document = JSON.parse(body)
  assert.match(document.openapi, /^3\./)
  assert.deepEqual([document.info.title, document.info.version], ['Books', '1.0.0'])
  assert.equal(document.paths['/books'].get.security.length, 1)
  assert.equal((await app.inject('/books')).statusCode, 401)
  assert.doesNotMatch(await read('app.ts'), /paths/)
  await app.close()
}
