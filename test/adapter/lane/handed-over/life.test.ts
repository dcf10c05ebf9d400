import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { close, get, last, leave, listen, noted, onBoth, passingServer, post, same, talk } from '../both-servers.ts'
import { onFinished, readBody } from '../node-messages.ts'
import { answer } from './routes.ts'

const timeout = 20_000
describe('an exchange', () => {
  test('works after its objects get another prototype', { timeout }, () =>
    same(
      (request, response) => {
        Object.setPrototypeOf(request, Object.create(IncomingMessage.prototype))
        Object.setPrototypeOf(response, Object.create(ServerResponse.prototype))
        response.setHeader('x-by', 'middleware')
        request.on('end', () => answer(response, 'done')).resume()
      },
      [post('/x', 'body'), last]
    )
  )

  test('keeps the AsyncLocalStorage context of its callbacks', { timeout }, async () => {
    const storage = new AsyncLocalStorage<string>()
    const { notes } = await onBoth(
      (request, response, note) =>
        storage.run(String(request.url), () => {
          onFinished(response, () => note('finished', request.url, storage.getStore()))
          readBody(request, 1e6, () => {
            note('read', request.url, storage.getStore())
            answer(response, 'x')
          })
        }),
      [
        'POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n',
        (socket) => new Promise((done) => setTimeout(done, 5, socket)),
        'ab',
        /x$/,
        get('/b'),
        noted(/finished.*b/),
        last
      ]
    )
    for (const note of notes) {
      const [, url, store] = JSON.parse(note) as string[]
      assert.equal(store, url)
    }
  })

  test('is published on the diagnostics channels of Node', { timeout }, () => {
    const seenBy = (name: string): Promise<void> => {
      const names = ['http.server.request.start', 'http.server.response.finish']
      return same((_request, response) => answer(response, 'published'), [get(`/${name}`), noted(/finish/), last], {
        prepare: (_server, note) => {
          const listeners = names.map((channel) => (message: unknown) => {
            const { request, response, socket, server } = message as Record<string, unknown>
            const { url, headers } = request as IncomingMessage
            note(
              channel,
              url,
              headers,
              (response as ServerResponse).statusCode,
              socket !== undefined,
              server !== undefined
            )
            if (name === 'listening' && channel === names[0]) {
              ;(response as ServerResponse).on('finish', () => note('finish heard'))
            }
          })
          names.forEach((channel, index) => {
            subscribe(channel, listeners[index] as () => void)
          })
          return () =>
            names.forEach((channel, index) => {
              unsubscribe(channel, listeners[index] as () => void)
            })
        }
      })
    }
    return seenBy('looking').then(() => seenBy('listening'))
  })

  test('is garbage-collected after its end while the connection stays open', { timeout }, async () => {
    const { setFlagsFromString } = await import('node:v8')
    setFlagsFromString('--expose-gc')
    const collect = (await import('node:vm')).runInNewContext('gc') as () => void
    const references: WeakRef<object>[] = []
    const server = passingServer({}, (request, response) => {
      references.push(new WeakRef(request), new WeakRef(response))
      readBody(request, 1e6, (_error, body) => answer(response, body))
    })
    let alive = 0
    const count = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) {
        await new Promise((resolve) => setImmediate(resolve))
        collect()
      }
      alive = references.filter((reference) => reference.deref() !== undefined).length
    }
    const many = `${get('/x')}${post('/x', 'body')}`.repeat(5000)
    await talk(await listen(server), [many, post('/x', 'the end'), /the end$/, count, leave], server)
    await close(server)
    assert.equal(references.length, 20_002)
    assert.ok(alive < 10, `${alive} messages are still alive`)
  })
})
