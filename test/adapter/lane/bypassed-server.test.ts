import assert from 'node:assert/strict'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, maxHeaderSize, Server } from 'node:http'
import { describe, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import { BypassedServer } from '../../../src/adapter/lane/bypassed-server.ts'
import { get } from '../../http-semantics/raw.ts'
import { type Lane, openApp } from './app.ts'

const timeout = 20_000

/** Returns a function that counts the requests since. */
type Watch = (lane: Lane, t: TestContext) => () => number

const heard =
  (name: string): Watch =>
  (_lane, t) => {
    let count = 0
    const hear = () => void count++
    subscribe(name, hear)
    t.after(() => unsubscribe(name, hear))
    return () => count
  }

const replaced =
  (object: (lane: Lane) => object): Watch =>
  (lane, t) => {
    let count = 0
    const target = object(lane) as { emit: (...all: unknown[]) => unknown }
    const before = Object.getOwnPropertyDescriptor(target, 'emit')
    const { emit } = target
    const value = function (this: unknown, ...all: unknown[]) {
      if (all[0] === 'request') count++
      return emit.apply(this, all)
    }
    Object.defineProperty(target, 'emit', { value, configurable: true, writable: true })
    t.after(() => {
      Reflect.deleteProperty(target, 'emit')
      if (before !== undefined) Object.defineProperty(target, 'emit', before)
    })
    return () => count
  }

const watches: Record<string, Watch> = {
  'a listener in front of the listener of the app': ({ app }) => {
    let count = 0
    app.server.prependListener('request', () => count++)
    return () => count
  },
  'a listener in place of the listener of the app': ({ app }) => {
    let count = 0
    const [listener] = app.server.listeners('request')
    app.server.removeAllListeners('request')
    app.server.on('request', (...messages: unknown[]) => {
      count++
      listener.apply(app.server, messages)
    })
    return () => count
  },
  'the listener of the app, added with once': ({ app }) => {
    let count = 0
    const [listener] = app.server.listeners('request')
    const again = () => {
      count++
      app.server.once('request', listener)
    }
    app.server.removeAllListeners('request')
    app.server.once('request', listener)
    app.server.on('removeListener', again)
    return () => count
  },
  'a subscriber of http.server.request.start': heard('http.server.request.start'),
  'a subscriber of http.server.response.finish': heard('http.server.response.finish'),
  'an own emit of the server': replaced(({ app }) => app.server),
  'an emit on Server.prototype': replaced(() => Server.prototype)
}

describe('every request is seen by', () => {
  for (const [what, watch] of Object.entries(watches))
    test(what, { timeout }, async (t) => {
      const lane = await openApp(t, () => {})
      await lane.ask(get('/plain'), /plain$/)
      const count = watch(lane, t)
      await lane.ask(get('/plain'), /plain$/)
      await lane.ask(get('/plain'), /plain$/)
      assert.deepEqual([count(), lane.passed], [2, [true, false, false]])
    })
})

test('a listener behind the app sees each request of the lane', { timeout }, async (t) => {
  let count = 0
  const { app, ask, passed } = await openApp(t, () => {})
  app.server.on('request', () => count++)
  await ask(get('/plain'), /plain$/)
  await ask(get('/plain'), /plain$/)
  assert.deepEqual([count, passed], [2, [true, true]])
})

test('maxRequestsPerSocket set after listen counts all requests and ends the connection', { timeout }, async (t) => {
  const { app, ask, passed } = await openApp(t, () => {})
  await ask(get('/plain'), /plain$/)
  app.server.maxRequestsPerSocket = 2
  await ask(get('/plain'), /plain$/)
  assert.match(await ask(get('/plain'), /plain$/), /Connection: close/)
  assert.deepEqual(passed, [true, false, false])
})

test('a changed keepAliveTimeout is sent with the next response', { timeout }, async (t) => {
  const { app, ask, passed } = await openApp(t, () => {})
  app.server.keepAliveTimeout = 20_000
  assert.match(await ask(get('/plain'), /plain$/), /timeout=20\r\n/)
  assert.deepEqual(passed, [true])
})

for (const [name, value] of Object.entries({ joinDuplicateHeaders: true, httpAllowHalfOpen: true }))
  test(`requests of a server with ${name} do not use the lane`, { timeout }, async (t) => {
    const { app, ask, passed } = await openApp(t, () => {})
    app.server[name] = value
    await ask(get('/plain'), /plain$/)
    assert.deepEqual(passed, [false])
  })

const limits: [name: 'maxHeadSize' | 'firstRequestTimeout' | 'idleTimeout' | 'maxPairs', set: object, limit: number][] =
  [
    ['maxHeadSize', {}, maxHeaderSize],
    ['maxHeadSize', { maxHeaderSize: 0 }, maxHeaderSize],
    ['maxHeadSize', { maxHeaderSize: 9000 }, 9000],
    ['firstRequestTimeout', { headersTimeout: 60, requestTimeout: 300 }, 60],
    ['firstRequestTimeout', { headersTimeout: 60, requestTimeout: 30 }, 30],
    ['firstRequestTimeout', { headersTimeout: 0, requestTimeout: 300 }, 300],
    ['firstRequestTimeout', { headersTimeout: 0, requestTimeout: 0 }, 0],
    ['idleTimeout', { keepAliveTimeout: 5, keepAliveTimeoutBuffer: undefined }, 1005],
    ['idleTimeout', { keepAliveTimeout: 5, keepAliveTimeoutBuffer: 7 }, 12],
    ['idleTimeout', { keepAliveTimeout: 5, keepAliveTimeoutBuffer: 0 }, 5],
    ['idleTimeout', { keepAliveTimeout: 5, keepAliveTimeoutBuffer: -1 }, 1005],
    ['idleTimeout', { keepAliveTimeout: 5, keepAliveTimeoutBuffer: Number.POSITIVE_INFINITY }, 1005],
    ['idleTimeout', { keepAliveTimeout: 0, keepAliveTimeoutBuffer: 7 }, 0],
    ['idleTimeout', { keepAliveTimeout: -1, keepAliveTimeoutBuffer: 7 }, 0],
    ['idleTimeout', { keepAliveTimeout: Number.POSITIVE_INFINITY, keepAliveTimeoutBuffer: 7 }, 0],
    ['maxPairs', {}, 2000],
    ['maxPairs', { maxHeadersCount: null }, 2000],
    ['maxPairs', { maxHeadersCount: 3 }, 6],
    ['maxPairs', { maxHeadersCount: 0 }, Number.POSITIVE_INFINITY]
  ]

for (const [name, set, limit] of limits)
  test(`${name} of a server with ${inspect(set)} is ${limit}, as in Node`, () => {
    assert.equal(new BypassedServer(Object.assign(createServer(), set), () => {})[name], limit)
  })
