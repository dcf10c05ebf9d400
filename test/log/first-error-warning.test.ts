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

test('the first unexpected error is a warning with its route and its stack, and later ones are none', async () => {
  const [message, ...others] = await warningsOf(false, new Error('first'), new Error('second'))
  assert.match(message ?? '', /^GET \/x failed, .*Error: first\n +at /s)
  assert.deepEqual(others, [])
})

test('errors that chose their status are expected, and leave the warning to the first that did not', async () => {
  const expected = Object.assign(new Error('gone'), { statusCode: 410 })
  assert.match((await warningsOf(false, expected, new Error('boom'))).join(), /Error: boom/)
  assert.deepEqual(await warningsOf(false, expected), [])
})

test('where somebody sees errors, or chose not to, there is no warning', async () => {
  assert.deepEqual(await warningsOf(true, new Error('boom')), [])
})

test('what is no error is told by its kind', async () => {
  assert.match((await warningsOf(false, 'text')).join(), /a thrown string$/)
  assert.match((await warningsOf(false, undefined)).join(), /a thrown undefined$/)
})

for (const exchange of ['auto', 'stock'])
  test(`an upload that its client breaks off is information, and nothing of level error (${exchange})`, async (t) => {
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
