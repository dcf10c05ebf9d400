import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { createFirstErrorWarning } from '../../src/log/first-error-warning.ts'
import { LogController, type LoggedReply, type LoggedRequest } from '../../src/log/request-log.ts'
import { serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'

async function warningsOf(isSeen: boolean, ...thrown: unknown[]): Promise<string[]> {
  const messages: string[] = []
  const note = ({ message }: Error) => void messages.push(message)
  process.on('warning', note)
  const log = { info() {}, warn() {}, error() {} } as never
  const request: LoggedRequest = { method: 'GET', url: '/x', id: 1, headers: {}, log, raw: {} }
  const reply: LoggedReply = { log, statusCode: 500, elapsedTime: 1 }
  const write = createFirstErrorWarning(new LogController(), isSeen)
  for (const error of thrown) write(error, { request, reply }, false)
  await new Promise(setImmediate)
  process.off('warning', note)
  return messages
}

test('the first unexpected error emits a warning with its route and stack, and a later error emits no warning', async () => {
  const [message, ...others] = await warningsOf(false, new Error('first'), new Error('second'))
  assert.match(message ?? '', /^GET \/x failed, .*Error: first\n +at /s)
  assert.deepEqual(others, [])
})

test('an error with a status of its own emits no warning, and leaves it to the first unexpected error', async () => {
  const expected = Object.assign(new Error('gone'), { statusCode: 410 })
  assert.match((await warningsOf(false, expected, new Error('boom'))).join(), /Error: boom/)
  assert.deepEqual(await warningsOf(false, expected), [])
})

test('no warning is emitted when errors are seen elsewhere', async () => {
  assert.deepEqual(await warningsOf(true, new Error('boom')), [])
})

test('a thrown non-error is reported by its type', async () => {
  assert.match((await warningsOf(false, 'text')).join(), /a thrown string$/)
  assert.match((await warningsOf(false, undefined)).join(), /a thrown undefined$/)
})

for (const exchange of ['auto', 'stock'])
  test(`an aborted upload is logged at level info and not above (${exchange})`, async (t) => {
    const { port, lines } = await serve(t, { exchange, exposeErrors: false }, (app) => {
      app.post('/parsed', () => 'x')
      app.addContentTypeParser('application/x-streamed', (_request: unknown, payload: Anything) => text(payload))
    })
    for (const type of ['application/json', 'application/x-streamed']) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`POST /parsed HTTP/1.1\r\nhost: a\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"part`)
      const before = lines.length
      while (lines.length === before) await new Promise(setImmediate)
      socket.destroy()
      while (!lines.some(({ msg }, at) => at >= before && msg === 'the client left before its request had arrived'))
        await new Promise(setImmediate)
    }
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      []
    )
  })
