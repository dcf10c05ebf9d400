/** After `callNotFound`, the response is that of a request without a route, whatever the route did before. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { Exchange, exchangeKey } from '../../src/http/exchange.ts'
import { serve } from '../security/serve.ts'
import type { Anything, Wild } from '../security/wild.ts'
import type { Answer } from '../security/wire.ts'

/** Every field of an exchange must be listed here. */
const fields: Record<keyof Exchange, 'forgotten' | 'kept' | 'changed'> = {
  // Set by the not-found handler.
  plan: 'changed',
  currentCall: 'changed',
  calls: 'changed',
  headers: 'forgotten',
  answered: 'forgotten',
  errorHandlerIndex: 'forgotten',
  errorStatus: 'forgotten',
  statusIsSet: 'forgotten',
  serializer: 'forgotten',
  streamHead: 'forgotten',
  trailers: 'forgotten',
  awaitsTrailers: 'forgotten',
  insideOnError: 'forgotten',
  hijacked: 'forgotten',
  // Request, times, and the number of responses.
  transport: 'kept',
  request: 'kept',
  reply: 'kept',
  mediaType: 'kept',
  sends: 'kept',
  stream: 'kept',
  timeoutIndex: 'kept',
  checksLeft: 'kept',
  bytesRead: 'kept',
  startTime: 'kept',
  endTime: 'kept',
  abort: 'kept',
  timeoutError: 'kept',
  release: 'kept',
  isTracked: 'kept'
}

test('each field of an exchange is listed as forgotten, kept or changed', () => {
  const present = Object.keys(new Exchange(null as never, null as never))
  assert.deepEqual(Object.keys(fields).sort(), [...new Set([...present, 'request', 'reply'])].sort())
})

const stateOf = (reply: Anything) => {
  const exchange: Anything = reply[exchangeKey]
  return { ...exchange, headers: { ...exchange.headers }, status: exchange.transport.statusCode }
}

function prepare(reply: Anything): void {
  reply
    .code(418)
    .type('image/png')
    .serializer(() => 'of the route')
    .trailer('x-sum', async () => '1')
  reply.raw.statusMessage = 'Teapot'
  reply.headers({
    ...{ 'content-length': '7', 'content-encoding': 'gzip', 'content-language': 'de', 'content-location': '/a' },
    ...{
      'content-range': 'bytes 0-1/2',
      'content-disposition': 'attachment',
      'content-md5': 'Q2hlY2s=',
      digest: 'a=b'
    },
    ...{ 'content-digest': 'a=:b:', 'repr-digest': 'a=:b:', etag: '"a"', 'last-modified': new Date().toUTCString() },
    ...{ 'accept-ranges': 'bytes', 'transfer-encoding': 'gzip', trailer: 'x-sum', location: '/b', age: '1' },
    ...{
      'cache-control': 'public, max-age=1000',
      'cdn-cache-control': 'max-age=60',
      'surrogate-control': 'max-age=60'
    },
    expires: new Date(Date.now() + 1e6).toUTCString()
  })
  reply.raw.setHeader('content-language', 'fr')
}

test('callNotFound resets the response and keeps the request', async (t) => {
  const states: Anything[] = []
  const note = (reply: Anything) => void states.push(stateOf(reply))
  const { send } = await serve(t, { compat: undefined }, (app) => {
    app.setNotFoundHandler((_request: unknown, reply: Anything) => {
      note(reply)
      reply.send('nothing')
    })
    app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) => {
      prepare(reply)
      note(reply)
      reply.callNotFound()
    })
    app.get('/', async () => {
      throw Object.assign(new Error('no such row'), { statusCode: 409 })
    })
  })
  await send('/nowhere')
  await send('/')
  const [fresh, before, after] = states
  for (const [name, fate] of Object.entries(fields)) {
    if (fate === 'forgotten') assert.deepEqual(after[name], fresh[name], name)
    if (fate === 'kept') assert.equal(after[name], before[name], name)
  }
  assert.equal(after.status, 200)
  for (const name of [
    'headers',
    'answered',
    'errorHandlerIndex',
    'errorStatus',
    'statusIsSet',
    'serializer',
    'trailers'
  ])
    assert.notDeepEqual(before[name], fresh[name], name)
})

const places: Record<string, (app: Wild) => unknown> = {
  'a handler': (app) =>
    app.get('/', (_request: unknown, reply: Anything) => {
      prepare(reply)
      reply.callNotFound()
    }),
  'an async handler': (app) =>
    app.get('/', async (_request: unknown, reply: Anything) => {
      prepare(reply)
      return reply.callNotFound()
    }),
  'an error handler': (app) => {
    app.get('/', {
      errorHandler: (_error: unknown, _request: unknown, reply: Anything) => {
        prepare(reply)
        reply.callNotFound()
      },
      handler: async () => {
        throw new Error('no such row')
      }
    })
  },
  'an error handler of a 410 error': (app) => {
    app.get('/', {
      errorHandler: (_error: unknown, _request: unknown, reply: Anything) => reply.callNotFound(),
      handler: async () => {
        throw Object.assign(new Error('gone'), { statusCode: 410 })
      }
    })
  },
  'a preHandler hook': (app) =>
    app.get('/', {
      preHandler: (_request: unknown, reply: Anything) => {
        prepare(reply)
        reply.callNotFound()
      },
      handler: () => 'not reached'
    }),
  'an onSend hook': (app) =>
    app.get('/', {
      onSend: (_request: unknown, reply: Anything) => {
        prepare(reply)
        reply.callNotFound()
      },
      handler: () => ({ a: 1 })
    }),
  'an onSend hook after an error': (app) =>
    app.get('/', {
      onSend: (_request: unknown, reply: Anything) => reply.callNotFound(),
      handler: async () => {
        throw new Error('failed')
      }
    })
}

/** Not-found handlers that leave the headers to the framework. */
const handlers: Record<string, ((request: Anything, reply: Anything) => unknown) | undefined> = {
  'the default handler': undefined,
  'a handler that sets nothing': () => ({ nothing: 'here' }),
  'a handler that sends a text': (_request, reply) => reply.send('nothing here'),
  'a handler that throws': () => {
    throw new Error('failed too')
  }
}

const comparable = (answer: Answer | null) => {
  assert.ok(answer)
  const { status, headers, body } = answer
  return {
    status,
    body: body.replaceAll('GET:/nowhere', 'GET:/'),
    headers: [...headers].filter(([name]) => name !== 'date' && name !== 'content-length')
  }
}

for (const exchange of ['auto', 'stock']) {
  for (const [handlerName, handler] of Object.entries(handlers)) {
    for (const [place, declare] of Object.entries(places)) {
      test(`callNotFound in ${place} responds as ${handlerName} does without a route (${exchange})`, async (t) => {
        const { send } = await serve(t, { exchange }, (app) => {
          app.addHook('onRequest', async (_request: unknown, reply: Anything) => void reply.header('x-hook', 'here'))
          app.setErrorHandler((error: Anything, _request: unknown, reply: Anything) =>
            reply.send(`seen: ${error.message}`)
          )
          if (handler !== undefined) app.setNotFoundHandler(handler)
          declare(app)
        })
        assert.deepEqual(comparable(await send('/')), comparable(await send('/nowhere')))
      })
    }
  }
}

test('callNotFound keeps headers set by hooks: CORS, rate limits, cookies and security', async (t) => {
  const { send } = await serve(t, {}, async (app) => {
    await app.register(cors, { origin: 'https://a.test', credentials: true })
    await app.register(helmet)
    await app.register(rateLimit, { max: 5 })
    app.addHook('onRequest', async (_request: unknown, reply: Anything) => {
      reply.header('set-cookie', 'a=b').header('vary', 'origin')
    })
    app.get('/', (_request: unknown, reply: Anything) => reply.type('image/png').callNotFound())
  })
  const answer = await send('/')
  const kept = ['access-control-allow-origin', 'access-control-allow-credentials', 'vary', 'x-ratelimit-limit']
  kept.push('x-ratelimit-remaining', 'set-cookie', 'content-security-policy', 'strict-transport-security')
  assert.equal(answer?.status, 404)
  for (const name of kept) assert.ok(answer?.headers.has(name), name)
  assert.deepEqual(answer?.headers.get('content-type'), ['application/json; charset=utf-8'])
})

const caching: [field: string, value: string, stays: boolean][] = [
  ['cache-control', 'no-store', true],
  ['cache-control', 'private, no-cache', true],
  ['cache-control', 'max-age=0, must-revalidate', true],
  ['cache-control', 'no-store, max-age=60', true],
  ['cache-control', 'private, max-age=60', false],
  ['cache-control', 'Public', false],
  ['cache-control', 's-maxage=0', false],
  ['cache-control', 'max-age = 060', false],
  ['surrogate-control', 'no-store', true],
  ['surrogate-control', 'max-age=60', false],
  ['expires', '0', true],
  ['expires', new Date(0).toUTCString(), true],
  ['expires', new Date(Date.now() + 1e9).toUTCString(), false]
]

for (const [field, value, stays] of caching) {
  test(`callNotFound ${stays ? 'keeps' : 'removes'} ${field}: ${value}`, async (t) => {
    const { send } = await serve(t, {}, (app) => {
      app.get('/', (_request: unknown, reply: Anything) => reply.header(field, value).callNotFound())
    })
    assert.equal((await send('/'))?.headers.has(field), stays)
  })
}
