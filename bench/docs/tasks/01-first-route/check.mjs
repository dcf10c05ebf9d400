import assert from 'node:assert/strict'
import { openapi } from 'espalier/openapi'

export default async function check({ load }) {
  const app = (await load('app.ts')).createApp()
  const hello = await app.inject('/hello/Ada')
  assert.deepEqual([hello.statusCode, hello.json()], [200, { greeting: 'Hello, Ada!' }])
  assert.equal((await app.inject('/hello/Ada-Augusta-King')).statusCode, 400)
  const { responses } = openapi(app, { info: { title: 'Hello', version: '1' } }).paths['/hello/{name}'].get
  assert.match(
    JSON.stringify(responses[200]),
    /"greeting":\{"type":"string"/,
    'the schema of the answer has the greeting'
  )
  await app.close()
}
