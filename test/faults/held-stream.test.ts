/** Streams that fail while hooks hold them, before they are piped. They affect only their request. */
import assert from 'node:assert/strict'
import { PassThrough, type Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { json, serve } from '../security/serve.ts'
import type { Anything } from '../security/wild.ts'
import { closeOf } from '../until.ts'
import { catchCrashes } from './crash.ts'

const boom = () => new Error('boom')

/** Creates a stream that fails on the next turn. */
function failing(): PassThrough {
  const stream = new PassThrough()
  setImmediate(() => stream.destroy(boom()))
  return stream
}

const slow = async () => {
  await sleep(30)
}

const routes: Record<
  string,
  { onSend: unknown; handler: (request: Anything, reply: Anything) => unknown; status: number }
> = {
  'waits for an onSend hook': { onSend: slow, handler: () => failing(), status: 500 },
  'comes from an onSend hook and waits for the next': {
    onSend: [async () => failing(), slow],
    handler: () => 'text',
    status: 500
  },
  'is replaced by an onSend hook': { onSend: async () => 'text', handler: () => failing(), status: 200 },
  'belongs to a response whose onSend hook throws': {
    onSend: async () => {
      throw boom()
    },
    handler: () => failing(),
    status: 500
  }
}

for (const [name, { onSend, handler, status }] of Object.entries(routes)) {
  test(`a stream that fails while it ${name} affects only its request`, async (t) => {
    const crashes = catchCrashes(t)
    const { send } = await serve(t, {}, (app) => {
      app.get('/held', { onSend }, async (request: Anything, reply: Anything) => handler(request, reply))
      app.get('/', () => 'fine')
    })
    assert.equal((await send('/held'))?.status, status)
    await sleep(20)
    assert.deepEqual(crashes, [])
    assert.equal((await send('/'))?.body, 'fine')
  })
}

test('a preParsing stream that fails while the next hook runs affects only its request', async (t) => {
  const crashes = catchCrashes(t)
  const { send } = await serve(t, {}, (app) => {
    app.post('/', { preParsing: [async () => failing(), slow] }, () => 'read')
  })
  const answer = await send('/', { method: 'POST', headers: [json], body: '{}' })
  assert.equal(answer?.status, 400)
  assert.deepEqual(crashes, [])
})

for (const [name, onSend] of Object.entries({
  'whose onSend hook throws': async () => {
    throw boom()
  },
  'that an onSend hook holds beyond handlerTimeout': () => new Promise(() => {})
})) {
  test(`the stream of a response ${name} is destroyed`, async (t) => {
    const stream: Readable = new PassThrough()
    const { send } = await serve(t, { handlerTimeout: 60 }, (app) => {
      app.get(
        '/',
        {
          onSend: async (_request: Anything, _reply: Anything, payload: unknown) =>
            payload === stream ? onSend() : undefined
        },
        () => stream
      )
    })
    const closed = closeOf(stream)
    assert.ok(((await send('/'))?.status ?? 0) >= 500)
    await closed
  })
}

test('a stream returned by an onSend hook after handlerTimeout is destroyed, and the next request is served', async (t) => {
  const crashes = catchCrashes(t)
  const stream: Readable = new PassThrough()
  const { send } = await serve(t, { handlerTimeout: 40 }, (app) => {
    app.get(
      '/held',
      {
        onSend: async (_r: Anything, _reply: Anything, payload: unknown) => {
          if (payload === stream) await sleep(80)
          return payload
        }
      },
      () => stream
    )
    app.get('/', () => 'fine')
  })
  const closed = closeOf(stream)
  assert.equal((await send('/held'))?.status, 503)
  await closed
  assert.deepEqual(crashes, [])
  assert.equal((await send('/'))?.body, 'fine')
})
