import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Exchange } from '../../src/http/exchange.ts'
import { SharedResponseTimeouts, WorkerResponseTimeouts } from '../../src/http/response-timeout.ts'
import { espalier, events, Type } from '../../src/index.ts'
import { holdClock } from '../held-clock.ts'

type One = ReturnType<typeof createExchange>
type Five = [One, One, One, One, One]

function createExchange(given: { received?: number; version?: number } = {}) {
  const nothing = null as unknown as number
  const transport = { received: nothing, version: 1.1, isBegun: false, isClosed: false, ...given }
  const exchange = {
    timeoutIndex: -1,
    checksLeft: 0,
    bytesRead: 0,
    hijacked: false,
    timeoutError: null,
    transport
  }
  return exchange as unknown as Exchange & typeof exchange
}

function createTimeouts(t: TestContext, closing = { active: false }, requestTimeout = 0) {
  const wind = holdClock(t, 'setInterval')
  const expired: Exchange[] = []
  const timeouts = new SharedResponseTimeouts(closing, requestTimeout, (exchange) => expired.push(exchange))
  return { timeouts, expired, pass: (seconds: number) => wind(seconds * 1000) }
}

test('an exchange without a response expires once, and not before its timeout', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t)
  const exchange = createExchange()
  timeouts.add(exchange, 2500)
  pass(3)
  assert.deepEqual(expired, [])
  pass(1)
  pass(100)
  assert.deepEqual(expired, [exchange])
})

test('an exchange with a response and a hijacked, closed or removed exchange do not expire', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t)
  const exchanges = Array.from({ length: 5 }, () => createExchange())
  for (const exchange of exchanges) timeouts.add(exchange, 1000)
  const [removed, hijacked, answered, left, waiting] = exchanges as Five
  timeouts.remove(removed)
  timeouts.remove(removed)
  hijacked.hijacked = true
  Object.assign(answered.transport, { isBegun: true })
  Object.assign(left.transport, { isClosed: true })
  pass(5)
  assert.deepEqual(expired, [waiting])
})

test('an exchange may be removed and another added while one expires', (t) => {
  const wind = holdClock(t, 'setInterval')
  const expired: Exchange[] = []
  const [first, second, third] = [createExchange(), createExchange(), createExchange()]
  const timeouts = new SharedResponseTimeouts({ active: false }, 0, (exchange) => {
    expired.push(exchange)
    timeouts.remove(second)
    if (exchange === first) timeouts.add(third, 1000)
  })
  timeouts.add(first, 1000)
  timeouts.add(second, 5000)
  wind(20_000)
  assert.deepEqual(expired, [first, third])
})

test('seconds in which a body arrives do not count, except while the app closes', (t) => {
  const closing = { active: false }
  const { timeouts, expired, pass } = createTimeouts(t, closing)
  const exchange = createExchange({ received: 0 })
  const { transport } = exchange
  timeouts.add(exchange, 2000)
  for (let second = 0; second < 100; second++) {
    transport.received += 10
    pass(1)
  }
  assert.deepEqual(expired, [])
  closing.active = true
  for (let second = 0; second < 3; second++) {
    transport.received += 10
    pass(1)
  }
  assert.deepEqual(expired, [exchange])
})

test('an exchange whose body stops arriving expires', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t)
  const exchange = createExchange({ received: 0 })
  timeouts.add(exchange, 2000)
  pass(3)
  assert.deepEqual(expired, [exchange])
})

test('a slowly arriving HTTP/2 body expires after requestTimeout, an HTTP/1 body does not', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t, { active: false }, 5000)
  const arriving = (version: number) => createExchange({ version, received: 0 })
  const [ofHttp1, ofHttp2] = [arriving(1), arriving(2)]
  for (const exchange of [ofHttp1, ofHttp2]) timeouts.add(exchange, 1000)
  const receive = (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      for (const { transport } of [ofHttp1, ofHttp2]) transport.received++
      pass(1)
    }
  }
  receive(6)
  assert.deepEqual(expired, [])
  receive(60)
  // Node limits the other one.
  assert.deepEqual(expired, [ofHttp2])
})

test('a complete request expires even while another body arrives', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t)
  const [ended, arriving] = [createExchange({ version: 2 }), createExchange({ version: 2, received: 0 })]
  for (const exchange of [ended, arriving]) timeouts.add(exchange, 2000)
  for (let second = 0; second < 10; second++) {
    arriving.transport.received++
    pass(1)
  }
  assert.deepEqual(expired, [ended])
})

test('an exchange with a timeout error expires although its body still arrives', (t) => {
  const { timeouts, expired, pass } = createTimeouts(t)
  const exchange = createExchange({ received: 0 })
  timeouts.add(exchange, 2000)
  Object.assign(exchange, { timeoutError: new Error('late') })
  for (let second = 0; second < 3; second++) {
    exchange.transport.received++
    pass(1)
  }
  assert.deepEqual(expired, [exchange])
})

test('the interval is cleared when there are no exchanges', (t) => {
  const { timeouts, pass } = createTimeouts(t)
  const clear = t.mock.method(globalThis, 'clearInterval')
  const exchange = createExchange()
  timeouts.add(exchange, 1000)
  pass(1)
  assert.equal(clear.mock.callCount(), 0)
  timeouts.remove(exchange)
  pass(2)
  assert.equal(clear.mock.callCount(), 1)
  timeouts.add(createExchange(), 1000)
  pass(2)
  assert.equal(clear.mock.callCount(), 2)
})

test('on workers each exchange has its own timer, which ends with its response', (t) => {
  const wind = holdClock(t, 'setInterval')
  const expired: Exchange[] = []
  let made = 0
  const apart = new WorkerResponseTimeouts(() => {
    made++
    return new SharedResponseTimeouts({ active: false }, 0, (exchange) => expired.push(exchange))
  })
  const [first, second] = [createExchange(), createExchange()]
  apart.add(first, 1000)
  apart.add(second, 1000)
  apart.remove(first)
  assert.deepEqual([first.timeoutIndex, second.timeoutIndex, made], [-1, 0, 2])
  wind(5000)
  assert.deepEqual(expired, [second])
  apart.remove(createExchange())
})

test('an exchange can be garbage-collected after its response, before any timeout check', async (t) => {
  holdClock(t, 'setInterval')
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const requests = new Map<string, WeakRef<object>>()
  const app = espalier()
  app.addHook('onRequest', async (request) => void requests.set(request.url, new WeakRef(request)))
  app.get('/text', () => 'a')
  app.get('/stream', () => Readable.from(['a']))
  app.get('/web', () => new Blob(['a']).stream())
  app.get('/hijacked', (_request, reply) => void reply.hijack().raw.end('a'))
  const ticks = events({ tick: Type.String() })
  app.get('/events', { schema: { response: { 200: ticks } } }, async function* () {
    yield { event: 'tick', data: 'a' } as const
  })
  for (const path of ['/text', '/stream', '/web', '/hijacked', '/events'])
    assert.match((await app.inject(path)).payload, /a/, path)
  assert.equal(requests.size, 5)
  const kept = () => [...requests].filter(([, request]) => request.deref() !== undefined).map(([path]) => path)
  // Objects that a turn has read are kept until its end.
  for (let left = 100; left > 0 && kept().length > 0; left--) {
    await turn()
    collect()
  }
  assert.deepEqual(kept(), [])
})
