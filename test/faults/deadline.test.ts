/**
 * Requests that exceed handlerTimeout, and whose error response hangs as well. Each gets one 503 after a second time limit.
 */
import assert from 'node:assert/strict'
import { connect } from 'node:http2'
import { PassThrough } from 'node:stream'
import { test } from 'node:test'
import { holdClock } from '../held-clock.ts'
import { serve } from '../security/serve.ts'
import { type Anything, createApp, type Options, type Wild } from '../security/wild.ts'
import { Connection, request } from '../security/wire.ts'

const never = () => new Promise(() => {})

interface Case {
  readonly options?: Options
  readonly declare: (app: Wild) => void
  readonly target?: string
  /** Matches the name of the unfinished function in the log. */
  readonly names: RegExp
}

const waiting = (app: Wild) => app.get('/', never)

/** Functions that run when a request expires, and that hang. */
const cases: Record<string, Case> = {
  'an async error handler': {
    declare: (app) => {
      app.setErrorHandler(async function hanging() {
        await never()
      })
      waiting(app)
    },
    names: /error handler 'hanging' of/
  },
  'an error handler that never replies': {
    declare: (app) => {
      app.setErrorHandler(function hanging() {})
      waiting(app)
    },
    names: /error handler 'hanging' of/
  },
  'an onError hook': {
    declare: (app) => {
      app.addHook('onError', (_request: unknown, _reply: unknown, _error: unknown, _done: unknown) => {})
      waiting(app)
    },
    names: /onError hook/
  },
  'an onSend hook': {
    declare: (app) => {
      app.addHook('onSend', async function hanging(_request: unknown, _reply: unknown, _payload: unknown) {
        await never()
      })
      app.get('/', () => 'text')
    },
    names: /onSend hook 'hanging'/
  },
  'a preSerialization hook of an error handler response': {
    declare: (app) => {
      app.addHook('preSerialization', async function hanging(_request: unknown, _reply: unknown, _payload: unknown) {
        await never()
      })
      app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) => void reply.send({ failed: true }))
      waiting(app)
    },
    names: /preSerialization hook 'hanging'/
  },
  'a stream that an error handler sends': {
    declare: (app) => {
      app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) =>
        reply.header('content-length', 4).header('x-framing', 'odd').send(new PassThrough())
      )
      waiting(app)
    },
    names: /error handler/
  },
  'a not-found handler called by an error handler': {
    declare: (app) => {
      app.setNotFoundHandler(never)
      app.setErrorHandler((_error: unknown, _request: unknown, reply: Anything) => void reply.callNotFound())
      waiting(app)
    },
    names: /handler/
  },
  frameworkErrors: {
    options: {
      frameworkErrors: async function hanging() {
        await never()
      }
    },
    declare: () => {},
    target: '/%zz',
    names: /frameworkErrors 'hanging'/
  }
}

/** The time that requests have, and then what their answers have; a coarse clock looks every second. */
const exact = 50
const timesOf = { 'a set handlerTimeout': { handlerTimeout: exact }, 'the default handlerTimeout': {} } as const

for (const exchange of ['auto', 'stock']) {
  for (const [limit, options] of Object.entries(timesOf)) {
    for (const [name, { options: more, declare, target = '/', names }] of Object.entries(cases)) {
      test(`a request that expires by ${limit} gets 503 when ${name} hangs (${exchange})`, async (t) => {
        const wind = holdClock(t, 'setInterval')
        const { port, lines } = await serve(t, { exchange, ...options, ...more }, (app) => declare(app))
        const connection = new Connection(port).send(request(target))
        t.after(() => connection.destroy())
        let isOver = false
        const answering = connection.read().finally(() => {
          isOver = true
        })
        for (let seconds = 0; !isOver && seconds < 400; seconds++) {
          wind(1000)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
        assert.equal((await answering)?.status, 503)
        assert.ok(
          lines.some(({ msg }) => names.test(msg ?? '')),
          JSON.stringify(lines.map(({ msg }) => msg))
        )
        await new Promise(setImmediate)
        assert.equal(lines.filter(({ msg }) => msg?.includes('answer had begun')).length, 0)
      })
    }
  }
}

for (const [name, { options, declare, target = '/' }] of Object.entries(cases)) {
  test(`an HTTP/2 stream that expires gets 503 when ${name} hangs`, async (t) => {
    const wind = holdClock(t, 'setInterval')
    const { app } = createApp({ http2: true, handlerTimeout: exact, ...options })
    t.after(() => app.close())
    declare(app)
    const client = connect(await app.listen({ port: 0, host: '127.0.0.1' })).on('error', () => {})
    t.after(() => client.destroy())
    const stream = client.request({ ':path': target }).on('error', () => {})
    let status: unknown
    let isOver = false
    stream.on('response', (headers) => {
      status = headers[':status']
    })
    stream.resume().once('close', () => {
      isOver = true
    })
    for (let seconds = 0; !isOver && seconds < 400; seconds++) {
      wind(1000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    assert.deepEqual([isOver, status], [true, 503])
  })

  test(`an inject call that expires gets 503 when ${name} hangs`, async (t) => {
    const wind = holdClock(t, 'setInterval')
    const { app } = createApp({ handlerTimeout: exact, ...options })
    t.after(() => app.close())
    declare(app)
    let isOver = false
    const calling = app.inject({ url: target }).finally(() => {
      isOver = true
    })
    for (let seconds = 0; !isOver && seconds < 400; seconds++) {
      wind(1000)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    assert.equal((await calling).statusCode, 503)
  })
}
