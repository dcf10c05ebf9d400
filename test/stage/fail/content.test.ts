/** An error replaces a response. Headers that describe the content of that response are not sent with the error. */
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import compress from '@fastify/compress'
import { serve } from '../../security/serve.ts'
import type { Anything, Wild } from '../../security/wild.ts'

const ofContent: Record<string, string> = {
  'content-encoding': 'gzip',
  'content-language': 'de',
  'content-location': '/a',
  'content-range': 'bytes 0-1/2',
  'content-disposition': 'attachment',
  'content-md5': 'Q2hlY2s=',
  'content-digest': 'a=:b:',
  'repr-digest': 'a=:b:',
  digest: 'a=b',
  etag: '"a"',
  'last-modified': new Date().toUTCString()
}

const boom = () => new Error('boom')

const failing = () =>
  new Readable({
    read() {
      this.destroy(boom())
    }
  })

type Route = (app: Wild) => void

const prepare = (reply: Anything) => reply.type('image/png').headers(ofContent).header('cache-control', 'no-cache')

const ways: Record<string, Route> = {
  'a handler throws': (app) =>
    app.get('/', (_request: unknown, reply: Anything) => {
      prepare(reply)
      throw boom()
    }),
  'a stream fails before its first byte': (app) =>
    app.get('/', (_request: unknown, reply: Anything) => prepare(reply).send(failing())),
  'an onSend hook fails once': (app) => {
    let isFirst = true
    app.addHook('onSend', async (_request: unknown, reply: Anything) => {
      if (!isFirst) return
      isFirst = false
      prepare(reply)
      throw boom()
    })
    app.get('/', () => 'fine')
  },
  'an onSend hook fails every time': (app) => {
    app.addHook('onSend', async (_request: unknown, reply: Anything) => {
      prepare(reply)
      throw boom()
    })
    app.get('/', () => 'fine')
  },
  'an error handler fails': (app) => {
    app.setErrorHandler((error: Error, _request: unknown, reply: Anything) => {
      prepare(reply)
      throw error
    })
    app.get('/', () => {
      throw boom()
    })
  }
}

for (const exchange of ['auto', 'stock']) {
  for (const [way, declare] of Object.entries(ways)) {
    test(`when ${way}, the error response drops the content headers of the failed response (${exchange})`, async (t) => {
      const { send } = await serve(t, { exchange }, (app) => declare(app))
      const answer = await send('/')
      assert.equal(answer?.status, 500)
      assert.match(answer.body, /^\{"statusCode":500,/)
      assert.deepEqual(answer.headers.get('content-type'), ['application/json; charset=utf-8'])
      assert.deepEqual(
        Object.keys(ofContent).filter((name) => answer.headers.has(name)),
        []
      )
      assert.deepEqual(answer.headers.get('cache-control'), ['no-cache'])
    })
  }

  test(`content headers set by an error handler or by the headers of an error are sent (${exchange})`, async (t) => {
    const { send } = await serve(t, { exchange }, (app) => {
      app.get(
        '/own',
        { errorHandler: (_error: unknown, _request: unknown, reply: Anything) => prepare(reply).send('x') },
        () => {
          throw boom()
        }
      )
      app.get('/error', () => {
        throw Object.assign(boom(), { headers: { 'content-language': 'de' } })
      })
    })
    const own = await send('/own')
    for (const [name, value] of Object.entries(ofContent)) assert.deepEqual(own?.headers.get(name), [value])
    assert.deepEqual((await send('/error'))?.headers.get('content-language'), ['de'])
  })

  test(`a stream that fails under compression gets an uncompressed error response (${exchange})`, async (t) => {
    const { send } = await serve(t, { exchange }, async (app) => {
      await app.register(compress, { threshold: 0, encodings: ['gzip'] })
      app.get('/', (_request: unknown, reply: Anything) =>
        reply.type('text/plain').header('content-encoding', 'gzip').send(failing())
      )
    })
    const answer = await send('/')
    assert.deepEqual([answer?.status, answer?.headers.get('content-encoding')], [500, undefined])
    assert.equal(JSON.parse(String(answer?.body)).statusCode, 500)
  })
}
