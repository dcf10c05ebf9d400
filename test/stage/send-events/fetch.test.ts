// Event streams of `toFetchHandler`: the body is a web stream.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { toFetchHandler } from '../../../src/adapter/fetch/index.ts'
import { events } from '../../../src/contract/events.ts'
import { type Anything, createApp, warn } from '../../security/wild.ts'
import { until } from '../../until.ts'

const schema = (options = {}) => ({ response: { 200: events({ tick: { type: 'integer' } }, options) } })

function serve(t: TestContext, generate: (request: Anything) => AsyncGenerator<unknown>, options = {}) {
  const { app, lines } = createApp()
  t.after(() => app.close())
  const inside = { ended: false }
  app.get('/', { schema: schema(options) }, async function* (request: Anything) {
    try {
      yield* generate(request)
    } finally {
      inside.ended = true
    }
  })
  const handle = toFetchHandler(app as never)
  return { app, lines, inside, ask: (init = {}) => handle(new Request('http://localhost/', init)) as Promise<Response> }
}

async function* silent({ signal }: Anything) {
  await once(signal, 'abort')
  yield { event: 'tick', data: 0 }
}

const bodyOf = (answer: Response) => answer.body as ReadableStream<Uint8Array>

test('an event that cannot be sent gets a 500 when it is the first, and errors the response body later', async (t) => {
  const first = await serve(t, async function* () {
    yield { event: 'tock' }
  }).ask()
  assert.equal(first.status, 500)
  const { ask, lines } = serve(t, async function* () {
    yield { event: 'tick', data: 1 }
    yield { event: 'tock' }
  })
  const later = await ask()
  assert.equal(later.status, 200)
  await assert.rejects(text(bodyOf(later)))
  assert.equal(lines.find(({ level }) => level === 50)?.err?.code, 'ESP_ERR_EVENT_INVALID')
})

test('a client that does not read is dropped, and its response body errors', async (t) => {
  const { ask, lines, inside } = serve(
    t,
    async function* () {
      for (;;) yield { event: 'tick', data: 1 }
    },
    { heartbeat: 200, maxBuffered: 100 }
  )
  const answer = await ask()
  await until(() => lines.some(({ level }) => level === warn) && inside.ended, 'the end', { every: 10 })
  await assert.rejects(text(bodyOf(answer)))
})

test('cancelling the response body or aborting the request ends the generator', async (t) => {
  const one = serve(t, silent)
  await bodyOf(await one.ask()).cancel()
  await until(() => one.inside.ended, 'the end of the generator')
  const other = serve(t, silent)
  const leaving = new AbortController()
  await other.ask({ signal: leaving.signal })
  leaving.abort()
  await until(() => other.inside.ended, 'the end of the generator')
})

test('the response body errors when the app closes, and the generator ends', async (t) => {
  const { app, ask, inside } = serve(t, silent)
  const content = text(bodyOf(await ask()))
  content.catch(() => {})
  await app.close()
  await assert.rejects(content)
  await until(() => inside.ended, 'the end of the generator')
})

test('the head arrives before the first event, and a HEAD response has no body', async (t) => {
  const { ask, inside } = serve(t, silent)
  const answer = await ask()
  assert.equal(answer.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await bodyOf(answer).cancel()
  const head = await ask({ method: 'HEAD' })
  assert.deepEqual([head.status, head.body], [200, null])
  await until(() => inside.ended, 'the end of the generator')
})

test('events are sent as declared, with the Last-Event-ID as UTF-8, and the response body ends', async (t) => {
  const { ask } = serve(t, async function* ({ lastEventId }) {
    yield { event: 'tick', data: 1, id: lastEventId }
    await new Promise(setImmediate)
    yield { event: 'tick', data: 2 }
  })
  const answer = await ask({ headers: { 'last-event-id': Buffer.from('ü').toString('latin1') } })
  assert.equal((await answer.text()).replaceAll(':\n\n', ''), 'event: tick\nid: ü\ndata: 1\n\nevent: tick\ndata: 2\n\n')
})
