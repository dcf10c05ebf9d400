/** Slow handlers and client disconnects: handlerTimeout and request.signal, with and without a body. */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { json, serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { Connection, type Message, request } from '../security/wire.ts'

const requests: Record<string, Message> = {
  'a GET': {},
  'a POST with a JSON body': { method: 'POST', headers: [json], body: '{"a":1}' },
  'a POST with a body in chunks': {
    method: 'POST',
    headers: [json, ['Transfer-Encoding', 'chunked']],
    body: '7\r\n{"a":1}\r\n0\r\n\r\n'
  },
  'a PUT of a text': { method: 'PUT', headers: [['Content-Type', 'text/plain']], body: 'text' },
  'a DELETE without a body': { method: 'DELETE' }
}

const methods = ['GET', 'POST', 'PUT', 'DELETE']

for (const [name, message] of Object.entries(requests)) {
  test(`${name} whose handler never responds gets 503, and its signal has the reason`, async (t) => {
    const seen = new EventEmitter()
    const { send, lines } = await serve(t, { handlerTimeout: 50 }, (app) =>
      app.route({
        method: methods,
        url: '/',
        handler: async function forgetful({ signal }: Anything) {
          signal.addEventListener('abort', () => seen.emit('abort', signal.reason))
          await new Promise(() => {})
        }
      })
    )
    const aborted = once(seen, 'abort')
    const answer = await send('/', message)
    assert.equal(answer?.status, 503)
    const [reason] = await aborted
    assert.equal(reason.code, 'FST_ERR_HANDLER_TIMEOUT')
    assert.ok(lines.some(({ msg }) => msg?.includes('forgetful')))
  })

  test(`${name} has a signal that is not aborted while its client is connected`, async (t) => {
    const { send } = await serve(t, {}, (app) =>
      app.route({
        method: methods,
        url: '/',
        handler: async ({ signal }: Anything) => {
          const first = signal.aborted
          await sleep(20)
          return { first, later: signal.aborted }
        }
      })
    )
    assert.equal((await send('/', message))?.body, '{"first":false,"later":false}')
  })

  test(`${name} whose client disconnects aborts its signal and runs onRequestAbort once`, async (t) => {
    const seen = new EventEmitter()
    let aborts = 0
    const { port } = await serve(t, {}, (app) => {
      app.addHook('onRequestAbort', async (_request: unknown) => {
        aborts++
        seen.emit('hook')
      })
      app.route({
        method: methods,
        url: '/',
        handler: async ({ signal }: Anything) => {
          signal.addEventListener('abort', () => seen.emit('abort'))
          seen.emit('entered')
          await new Promise(() => {})
        }
      })
    })
    const [entered, aborted, hooked] = ['entered', 'abort', 'hook'].map((event) =>
      once(seen, event)
    ) as Promise<unknown>[]
    const connection = new Connection(port).send(request('/', message))
    await entered
    connection.destroy()
    await Promise.all([aborted, hooked])
    await sleep(20)
    assert.equal(aborts, 1)
  })
}

test('a handler result after handlerTimeout has no effect, and the timeout is logged', async (t) => {
  let answerLate: (answer: string) => void = () => {}
  const { port, lines } = await serve(t, { handlerTimeout: 30 }, (app) => {
    app.get(
      '/late',
      () =>
        new Promise((resolve) => {
          answerLate = resolve
        })
    )
    app.get('/', () => 'fine')
  })
  const connection = new Connection(port).send(request('/late'))
  assert.equal((await connection.read())?.status, 503)
  answerLate('late')
  await new Promise(setImmediate)
  assert.equal((await connection.send(request('/')).read())?.body, 'fine')
  connection.destroy()
  assert.ok(lines.some(({ err }) => err?.code === 'FST_ERR_HANDLER_TIMEOUT'))
})
