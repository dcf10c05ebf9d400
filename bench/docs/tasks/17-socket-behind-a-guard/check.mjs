import assert from 'node:assert/strict'
import { once } from 'node:events'

export default async function check({ load }) {
  const app = await (await load('app.ts')).createApp()
  await app.ready()
  assert.equal(typeof app.injectWS, 'function', 'the plugin is registered in the application')
  const socket = await app.injectWS('/chat', { headers: { authorization: 'secret' } })
  const heard = once(socket, 'message')
  socket.send('hello')
  assert.equal(String((await heard)[0]), 'Ada: hello')
  socket.terminate()
  await assert.rejects(app.injectWS('/chat'), /401/)
  assert.equal((await app.inject('/chat')).statusCode, 401)
  await app.close()
}
