/** Other request listeners get Node's objects after the app, in the state that they have on Node's server. */
import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { type TestContext, test } from 'node:test'
import { Conversation, get } from '../../http-semantics/raw.ts'
import { type Anything, createApp } from '../../security/wild.ts'
import { connectTo } from '../../shared-key.ts'
import { until } from '../../until.ts'
import { hasPassed, openApp } from './app.ts'
import { post } from './both-servers.ts'

const timeout = 20_000

async function notesOf(t: TestContext, exchange: 'auto' | 'stock', bytes: string): Promise<unknown[]> {
  const notes: unknown[] = []
  const { app } = createApp({ exchange })
  app.get('/now', (_request: Anything, reply: Anything) => void reply.header('x-own', 'yes').send('now'))
  app.get('/later', async () => 'later')
  app.get('/own', (_request: Anything, reply: Anything) => reply.hijack())
  app.post('/echo', (request: Anything) => request.body)
  app.post('/unread', { onRequest: async (_request: Anything, reply: Anything) => reply.send('unread') }, () => '')
  app.server.on('request', function (this: unknown, raw: IncomingMessage, rawReply: ServerResponse) {
    const { headers, method, url, rawHeaders } = raw
    const { statusCode, headersSent, writableEnded, req } = rawReply
    notes.push(this === app.server, headers, method, url, rawHeaders)
    notes.push(statusCode, headersSent, writableEnded, req === raw, rawReply.socket === raw.socket)
    for (const event of ['end', 'close']) raw.on(event, () => notes.push(`request ${event}`))
    for (const event of ['finish', 'close']) rawReply.on(event, () => notes.push(`response ${event}`))
    if (url === '/own') rawReply.end('own')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => app.close())
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  t.after(() => conversation.socket.destroy())
  await conversation.send(bytes).until(/(?:now|later|own|text|unread)$/)
  await until(() => notes.includes('response close'), 'the close of the response')
  return [...notes, conversation.received.replace(/Date: .*\r\n/, '')]
}

for (const [name, bytes] of Object.entries({
  'whose response is already sent': get('/now'),
  'whose response is not yet sent': get('/later'),
  'that the listener responds to': get('/own'),
  'with a body that is read': post('/echo', 'text', 'Content-Type: text/plain'),
  'with an unread body': post('/unread', 'text', 'Content-Type: text/plain')
}))
  test(`a request listener sees the same as on Node's server for a request ${name}`, { timeout }, async (t) => {
    const [lane, stock] = [await notesOf(t, 'auto', bytes), await notesOf(t, 'stock', bytes)]
    assert.deepEqual(lane, stock)
  })

/** A listener throws for the first request of a client. Its second request comes later. */
async function receivedBehindThrow(exchange: 'auto' | 'stock', first: string): Promise<string> {
  const thrown: unknown[] = []
  const before = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException').on('uncaughtException', (error) => thrown.push(error.message))
  const { app } = createApp({ exchange })
  app.get('/now', (_request: Anything, reply: Anything) => void reply.send('now'))
  app.get('/later', async () => 'later')
  app.post('/echo', (request: Anything) => request.body)
  app.server.on('request', () => {
    throw new Error('of a listener')
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const conversation = new Conversation(await connectTo({}, app.server.address()))
  try {
    conversation.send(first)
    await until(() => thrown.length > 0, 'the error of the listener')
    await new Promise((resolve) => setTimeout(resolve, 50))
    await conversation.send(get('/now')).closed()
  } finally {
    process.removeAllListeners('uncaughtException')
    for (const listener of before) process.on('uncaughtException', listener)
    conversation.socket.destroy()
    await app.close()
  }
  return `${conversation.received.replace(/Date: .*\r\n/g, '')} ${thrown}`
}

for (const [name, bytes] of Object.entries({
  'that already has its response': get('/now'),
  'without a response yet': get('/later'),
  'with a body': post('/echo', 'text', 'Content-Type: text/plain'),
  'before another request': get('/later') + get('/now')
}))
  test(`a listener that throws for a request ${name} breaks its connection as on Node's server`, {
    timeout
  }, async () => {
    const [lane, stock] = [await receivedBehindThrow('auto', bytes), await receivedBehindThrow('stock', bytes)]
    assert.equal(lane, stock)
    assert.match(stock, /400 Bad Request.* of a listener$/s)
  })

test('a listener before the app leaves requests to Node, and a once listener is called once', {
  timeout
}, async (t) => {
  const { app, ask, passed } = await openApp(t, () => {})
  const heard: string[] = []
  app.server.once('request', () => heard.push('once'))
  app.server.on('request', ({ socket }: IncomingMessage) => heard.push(`behind ${hasPassed(socket)}`))
  await ask(get('/plain'), /plain$/)
  await ask(get('/plain'), /plain$/)
  app.server.prependListener('request', () => heard.push('in front'))
  await ask(get('/plain'), /plain$/)
  assert.deepEqual(heard, ['once', 'behind true', 'behind true', 'in front', 'behind false'])
  assert.deepEqual(passed, [true, true, false])
})
