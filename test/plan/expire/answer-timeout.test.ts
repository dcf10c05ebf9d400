/** `handlerTimeout` bounds the time until a response begins, `answerTimeout` the time until it is complete. A route can set both. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { events } from '../../../src/index.ts'
import { holdClock } from '../../held-clock.ts'
import { type Anything, createApp, type Options, type Wild, warn } from '../../security/wild.ts'
import { Connection, request } from '../../security/wire.ts'
import { until } from '../../until.ts'

const schema = { response: { 200: events({ tick: { type: 'string' } }) } }

/** Responses that begin at once, and continue when `rest` settles. */
const answers: Record<string, (app: Wild, rest: Promise<void>) => unknown> = {
  events: (app, rest) =>
    app.get('/', { schema }, async function* () {
      for await (const data of inParts(rest)) yield { event: 'tick', data }
    }),
  stream: (app, rest) => app.get('/', () => Readable.from(inParts(rest))),
  iterable: (app, rest) => app.get('/', () => inParts(rest)),
  response: (app, rest) => app.get('/', () => new Response(ReadableStream.from(inBytes(rest))))
}

async function* inParts(rest: Promise<void>) {
  yield 'begun'
  await rest
  yield 'ended'
}

async function* inBytes(rest: Promise<void>) {
  for await (const text of inParts(rest)) yield Buffer.from(text)
}

/** Sends a request, winds the clock by 150 ms once the response has begun, and continues. Returns the end of the response and the warnings. */
async function answerOf(t: TestContext, options: Options, declare: (app: Wild, rest: Promise<void>) => unknown) {
  const wind = holdClock(t, 'setTimeout')
  const { app, lines } = createApp(options)
  t.after(() => app.close())
  let goOn = () => {}
  const rest = new Promise<void>((resolve) => {
    goOn = resolve
  })
  declare(app, rest)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  const connection = new Connection(port).send(request('/', { headers: [['Connection', 'close']] }))
  await until(() => connection.rest.includes('begun'), 'the beginning')
  wind(150)
  goOn()
  await connection.closed
  const warnings = lines.filter(({ level }) => level === warn).map(({ msg }) => msg)
  return { isWhole: connection.rest.includes('ended'), warnings, lines }
}

const cut = ['the answer was not complete after 150 ms, and is cut off']

for (const exchange of ['auto', 'stock'] as const)
  for (const [name, declare] of Object.entries(answers)) {
    test(`handlerTimeout does not end a response that has begun: ${name} (${exchange})`, async (t) => {
      const { isWhole, warnings } = await answerOf(t, { exchange, handlerTimeout: 150 }, declare)
      assert.deepEqual([isWhole, warnings], [true, []])
    })

    test(`answerTimeout ${name === 'events' ? 'does not abort' : 'aborts'} a response that takes longer: ${name} (${exchange})`, async (t) => {
      const { isWhole, warnings } = await answerOf(t, { exchange, answerTimeout: 150 }, declare)
      assert.deepEqual([isWhole, warnings], name === 'events' ? [true, []] : [false, cut])
    })
  }

test('the log does not name a hook that has finished', async (t) => {
  const { warnings, lines } = await answerOf(t, { answerTimeout: 150 }, (app, rest) => {
    app.addHook('onSend', async function waitsForNothing() {})
    answers.stream?.(app, rest)
  })
  assert.deepEqual(warnings, cut)
  assert.doesNotMatch(JSON.stringify(lines), /waitsForNothing/)
})

for (const off of [0, false])
  test(`a route turns both timeouts off by ${off}`, async (t) => {
    const wind = holdClock(t, 'setTimeout')
    let answer: ((text: string) => void) | undefined
    const { app } = createApp({ handlerTimeout: 20, answerTimeout: 30 })
    t.after(() => app.close())
    app.get('/', { handlerTimeout: off, answerTimeout: off }, ({ routeOptions }: Anything) => {
      assert.equal(routeOptions.handlerTimeout, 0)
      return new Promise((resolve) => {
        answer = resolve
      })
    })
    const asked = app.inject('/')
    await until(() => answer !== undefined, 'the handler')
    wind(1_000_000)
    answer?.('late')
    assert.equal((await asked).body, 'late')
  })

test('a handler that exceeds handlerTimeout or answerTimeout of its route gets a 503', async (t) => {
  const { app } = createApp({ logger: false, handlerTimeout: 60_000 })
  t.after(() => app.close())
  const signals: Record<string, AbortSignal> = {}
  const forever = ({ url, signal }: Anything) => {
    signals[url] = signal
    return new Promise(() => {})
  }
  app.get('/begin', { handlerTimeout: 30 }, forever)
  app.get('/complete', { answerTimeout: 30 }, forever)
  for (const url of ['/begin', '/complete']) {
    const { statusCode, body } = await app.inject(url)
    assert.equal(statusCode, 503)
    assert.equal(JSON.parse(body).message, `Request timed out after 30 ms on route '${url}'`)
    assert.equal((signals[url]?.reason as Anything).code, 'FST_ERR_HANDLER_TIMEOUT')
  }
})

test('the default handlerTimeout applies beside an answerTimeout', async () => {
  const { app } = createApp({ answerTimeout: 500_000 })
  app.get('/', () => 'x')
  const { limits } = await app.explain({ path: '/' })
  const times = limits.filter(({ name }: Anything) => /handlerT|answerT/.test(name))
  assert.deepEqual(
    times.map(({ name, value, from, when }: Anything) => [name, value, from, when]),
    [
      ['handlerTimeout', 120_000, 'app', 'until the answer begins'],
      ['answerTimeout', 500_000, 'app', 'until the answer is complete, unless it is an event stream']
    ]
  )
  await app.close()
})

for (const [name, declare] of Object.entries(answers).filter(([name]) => name !== 'iterable'))
  test(`handlerTimeout covers the whole response with compat: ${name}`, async (t) => {
    const { isWhole, warnings } = await answerOf(t, { compat: 'fastify', handlerTimeout: 150 }, declare)
    assert.deepEqual([isWhole, warnings], [false, cut])
  })

test('handlerTimeout: 0 of a route throws with compat, and initialConfig has no answerTimeout', async () => {
  const { app } = createApp({ compat: 'fastify' })
  assert.throws(() => app.get('/', { handlerTimeout: 0 }, () => 'x'), {
    code: 'FST_ERR_ROUTE_HANDLER_TIMEOUT_OPTION_NOT_INT'
  })
  assert.equal('answerTimeout' in app.initialConfig, false)
  assert.equal(createApp({ answerTimeout: 7 }).app.initialConfig.answerTimeout, 7)
  await app.close()
})
