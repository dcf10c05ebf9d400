import type { Socket } from 'node:net'
import type { TestContext } from 'node:test'
import { laneOf } from '../../../src/adapter/lane/index.ts'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp, type Options, type Wild } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'

/** Whether a connection is in the lane. */
export const hasPassed = (socket: Socket | null): boolean => socket !== null && laneOf(socket) !== undefined

export interface Lane {
  readonly app: Wild
  readonly conversation: Conversation
  /** Sends, and waits for a matching response. Earlier responses are ignored. */
  readonly ask: (bytes: string, answer: RegExp) => Promise<string>
  /** Whether each later request bypassed Node's server, until a handler read Node's objects. */
  readonly passed: boolean[]
}

export async function openApp(t: TestContext, declare: (app: Anything) => void, options: Options = {}): Promise<Lane> {
  const { app } = createApp({ exchange: 'auto', ...options })
  const passed: boolean[] = []
  app.addHook('onRequest', async (request: Anything) => {
    if (request.url !== '/first') passed.push(hasPassed(request.socket))
  })
  app.get('/first', () => 'first')
  app.get('/plain', () => 'plain')
  declare(app)
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => conversation.socket.destroy())
  const ask = (bytes: string, answer: RegExp) => {
    conversation.received = ''
    return conversation.send(bytes).until(answer)
  }
  await ask(get('/first'), /first$/)
  return { app, ask, conversation, passed }
}
