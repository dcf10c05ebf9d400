import assert from 'node:assert/strict'

export default async function check({ load, read }) {
  const log = []
  const app = (await load('app.ts')).createApp(log)
  assert.equal((await app.inject('/health')).statusCode, 200)
  assert.deepEqual((await app.inject('/reports')).json(), ['March'])
  assert.deepEqual(log, ['/reports'])
  assert.equal((await read('app.ts')).split("addHook('onRequest'").length, 2, 'the hook is declared once')
  await app.close()
}
