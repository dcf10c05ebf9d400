import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serve } from '../../security/serve.ts'
import { type Anything, createApp, type Options } from '../../security/wild.ts'
import { Connection, request } from '../../security/wire.ts'

const teapot = () => Object.assign(new Error('a teapot'), { statusCode: 418 })
const boom = () => new Error('boom')

/** The two kinds of messages that an app uses over HTTP/1. */
for (const exchange of ['auto', 'stock']) {
  const options: Options = exchange === 'stock' ? { exchange } : {}
  describe(`a late error (${exchange})`, () => {
    test('after the first bytes of a response is logged and aborts the response', async (t) => {
      const { port, lines } = await serve(t, options, (app) =>
        app.get('/', (_request: Anything, reply: Anything) => {
          reply.raw.writeHead(200, { 'content-length': '10' })
          reply.raw.write('part')
          throw boom()
        })
      )
      const connection = new Connection(port).send(request('/'))
      assert.equal(await connection.read(), null)
      const [line] = lines.filter(({ level }) => level === 50)
      assert.deepEqual([line?.msg, line?.err?.message], ['an error after the answer had begun', 'boom'])
    })

    test('reaches an error handler that ends the response on reply.raw, and is not logged', async (t) => {
      const { port, lines } = await serve(t, options, (app) => {
        app.setErrorHandler(
          (error: Error, _request: Anything, reply: Anything) => void reply.raw.end(` ${error.message}`)
        )
        app.get('/', async (_request: Anything, reply: Anything) => {
          reply.raw.writeHead(200, { 'content-length': '9' })
          reply.raw.write('part')
          throw boom()
        })
      })
      const connection = new Connection(port).send(request('/'))
      assert.equal((await connection.read())?.body, 'part boom')
      connection.destroy()
      assert.deepEqual(
        lines.filter(({ level }) => level >= 40),
        []
      )
    })

    test('is logged once when its error handler calls reply.send after the head', async (t) => {
      const { port, lines } = await serve(t, options, (app) => {
        app.setErrorHandler((_error: Error, _request: Anything, reply: Anything) => reply.code(503).send('too late'))
        app.get('/', (_request: Anything, reply: Anything) => {
          reply.raw.writeHead(200, { 'content-length': '9' })
          reply.raw.write('part')
          throw boom()
        })
      })
      assert.equal(await new Connection(port).send(request('/')).read(), null)
      const [line, ...others] = lines.filter(({ level }) => level === 50)
      assert.deepEqual([line?.msg, line?.err?.message, others], ['an error after the answer had begun', 'boom', []])
    })

    test('of a hook that has called reply.send is logged at level debug', async (t) => {
      const { send, lines } = await serve(t, options, (app) => {
        app.log.level = 'debug'
        app.addHook('preHandler', async function allow(_request: Anything, reply: Anything) {
          reply.code(403).send('refused')
          throw boom()
        })
        app.get('/', () => 'text')
      })
      assert.deepEqual([(await send('/'))?.status, (await send('/'))?.body], [403, 'refused'])
      assert.deepEqual(
        lines.filter(({ level }) => level > 30),
        []
      )
      const line = lines.find(({ level }) => level === 20)
      assert.equal(line?.msg, "the preHandler hook 'allow' of 'app' failed after it had answered")
    })

    test('after a complete response is logged and leaves the connection open', async (t) => {
      const { port, lines } = await serve(t, options, (app) => {
        app.get('/', (_request: Anything, reply: Anything) => {
          reply.raw.writeHead(200, { 'content-length': '5' })
          reply.raw.end('whole')
          throw boom()
        })
        app.get('/next', () => 'next')
      })
      const connection = new Connection(port).send(request('/'))
      assert.equal((await connection.read())?.body, 'whole')
      assert.equal((await connection.send(request('/next')).read())?.body, 'next')
      connection.destroy()
      const [line] = lines.filter(({ level }) => level === 50)
      assert.deepEqual([line?.msg, line?.err?.message], ['an error after the answer had begun', 'boom'])
    })

    test('after reply.hijack is logged at level info, and the hijacked response continues', async (t) => {
      const { send, lines } = await serve(t, options, (app) => {
        app.addHook('onRequest', (_request: Anything, reply: Anything, done: (error: Error) => void) => {
          reply.hijack()
          setImmediate(() => reply.raw.end('from the hijacker'))
          done(boom())
        })
        app.get('/', () => 'text')
      })
      assert.equal((await send('/'))?.body, 'from the hijacker')
      const line = lines.find(({ msg }) => msg === 'an error after the reply was hijacked')
      assert.deepEqual([line?.level, line?.err?.message], [30, 'boom'])
    })

    test('aborts a response whose head an onError hook has written, and is logged', async (t) => {
      const { port, lines } = await serve(t, options, (app) => {
        let turn = 0
        app.addHook('onSend', async () => {
          throw boom()
        })
        app.addHook('onError', async (_request: Anything, reply: Anything) => {
          if (++turn === 2) reply.raw.writeHead(200, { 'content-length': '10' })
        })
        app.get('/', () => 'text')
      })
      assert.equal(await new Connection(port).send(request('/')).read(), null)
      const line = lines.find(({ msg }) => msg === 'an error after the answer had begun')
      assert.deepEqual([line?.level, line?.err?.message], [50, 'boom'])
    })

    test('of an onSend hook gets the reason phrase of its status', async (t) => {
      const { port } = await serve(t, options, (app) => {
        app.addHook('onSend', async () => {
          throw boom()
        })
        for (const status of [499, 503])
          app.get(`/${status}`, (_request: Anything, reply: Anything) => {
            reply.code(status)
            throw boom()
          })
      })
      for (const [status, head] of [
        [499, 'HTTP/1.1 499 unknown\r\n'],
        [503, 'HTTP/1.1 503 Service Unavailable\r\n']
      ] as const) {
        const connection = new Connection(port)
        let text = ''
        connection.socket.on('data', (bytes) => {
          text += bytes
        })
        assert.equal((await connection.send(request(`/${status}`)).read())?.status, status)
        assert.equal(text.slice(0, head.length), head)
        connection.destroy()
      }
    })

    test('of an invalid header drops the headers set on reply.raw', async (t) => {
      const { send } = await serve(t, options, (app) => {
        app.get('/', (_request: Anything, reply: Anything) => {
          reply.raw.setHeader('x-own', '1')
          return reply.header('x-broken', 'a\r\nb').send('text')
        })
      })
      const answer = await send('/')
      assert.deepEqual([answer?.status, answer?.headers.get('x-own')], [500, undefined])
      assert.equal(JSON.parse(String(answer?.body)).code, 'ERR_INVALID_CHAR')
    })
  })
}

/** The response to a failing request whose `onSend` hook fails as well. */
async function lastResort(onSend: (request: Anything, reply: Anything) => void, handler: (reply: Anything) => void) {
  const { app, lines } = createApp()
  app.addHook('onSend', async (incoming: Anything, reply: Anything) => onSend(incoming, reply))
  app.get('/', (_request: Anything, reply: Anything) => handler(reply))
  return { ...(await app.inject('/')), lines }
}

test('the last-resort response has the message of an error from an onSend hook, which is logged as a warning', async () => {
  const { statusCode, headers, body, lines } = await lastResort(
    () => {
      throw teapot()
    },
    () => {
      throw boom()
    }
  )
  const line = lines.find(({ msg }) => msg === 'the answer to an error failed')
  assert.deepEqual([line?.level, line?.err?.message], [40, 'a teapot'])
  assert.equal(statusCode, 500)
  assert.deepEqual(JSON.parse(body), { statusCode: 500, error: 'Internal Server Error', message: 'a teapot' })
  assert.equal(headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(headers['content-length'], String(body.length))
})

test('the last-resort response keeps a 4xx or 5xx status, and takes that of the onSend error after a success status', async () => {
  for (const [kept, error, expected] of [
    [undefined, teapot(), 500],
    [400, teapot(), 400],
    [200, teapot(), 418],
    [399, teapot(), 418],
    [200, boom(), 500]
  ] as const) {
    const { statusCode } = await lastResort(
      (_request, reply) => {
        if (kept !== undefined) reply.code(kept)
        throw error
      },
      () => {
        throw boom()
      }
    )
    assert.equal(statusCode, expected, `${kept}`)
  }
})

test('the last-resort response has no Transfer-Encoding and no Trailer of the failed response', async () => {
  const { headers } = await lastResort(
    (_request, reply) => {
      reply.header('transfer-encoding', 'gzip').header('trailer', 'x-sum')
      throw boom()
    },
    () => {
      throw boom()
    }
  )
  assert.deepEqual([headers['transfer-encoding'], headers.trailer], [undefined, undefined])
})
