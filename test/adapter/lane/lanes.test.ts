import assert from 'node:assert/strict'
import type { Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'
import { hasPassed } from './app.ts'

const timeout = 20_000

async function open(t: TestContext) {
  const { app } = createApp({})
  const passed: boolean[] = []
  app.addHook('onRequest', async ({ socket }: { readonly socket: Socket }) => void passed.push(hasPassed(socket)))
  app.get('/raw', ({ raw }: Anything) => `${raw.url}!`)
  app.get('/plain', () => 'plain!')
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const ask = async (path: string, count: number): Promise<boolean[]> => {
    passed.length = 0
    for (let turn = 0; turn < count; turn++) {
      const conversation = new Conversation(await connectTo({}, app.server.address()))
      await conversation.send(get(path)).until(/!$/)
      conversation.socket.destroy()
      await conversation.closed()
    }
    return [...passed]
  }
  return { ask, passed }
}

test("connections that read Node's objects stay in the lane, and so do later connections", { timeout }, async (t) => {
  const { ask } = await open(t)
  assert.deepEqual(await ask('/raw', 10), Array(10).fill(true))
  assert.deepEqual(await ask('/plain', 2), [true, true])
})
