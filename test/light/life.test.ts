import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { finished as streamFinished } from 'node:stream'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import {
  isLightRequest,
  isLightResponse,
  onAborted,
  onFinished,
  readBody,
  respond,
  toStockRequest,
  toStockResponse
} from '../../src/adapter/light/index.ts'
import {
  close,
  get,
  type Handler,
  last,
  lightServer,
  listen,
  type Note,
  noted,
  onBoth,
  post,
  talk
} from './both-servers.ts'
import { answer, route } from './routes.ts'

const timeout = 20_000
const code = (error: Error | null | undefined): unknown => error && (error as NodeJS.ErrnoException).code
const leave = (socket: Socket): unknown => socket.destroy()
const headOnly = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'

/** Notes everything that can happen to an exchange. */
function watch(request: IncomingMessage, response: ServerResponse, note: Note): void {
  onAborted(request, () => note('aborted', request.aborted, request.destroyed))
  onFinished(response, (error) => note('finished', code(error)))
}

describe('a client that leaves', () => {
  test('while its body is read ends the reading', { timeout }, async () => {
    const { notes } = await onBoth(
      (request, response, note) => {
        watch(request, response, note)
        readBody(request, 1e6, (error) => note('read', code(error)))
        note('reading')
      },
      [headOnly, 'part', noted(/reading/), leave, noted(/read.*ECONNRESET/), noted(/finished/), noted(/aborted/)]
    )
    assert.equal(notes.length, 4)
  })

  test('before its body is read ends the reading', { timeout }, () =>
    same(
      (request, response, note) => {
        watch(request, response, note)
        request.on('error', () => {})
        request.on('close', () => readBody(request, 1e6, (error) => note('read', code(error))))
        note('waiting')
      },
      [headOnly, 'part', noted(/waiting/), leave, noted(/read/), noted(/finished/), noted(/aborted/)]
    )
  )

  test('while its body is streamed destroys the stream', { timeout }, () =>
    same(
      (request, response, note) => {
        watch(request, response, note)
        for (const event of ['aborted', 'error', 'end', 'close']) request.on(event, () => note(event, request.aborted))
        response.on('close', () => note('response close', response.writableFinished))
        request.once('data', () => note('data'))
      },
      [headOnly, 'part', noted(/data/), leave, noted(/response close/), noted(/"close"/), noted(/finished/)]
    )
  )

  test('before the answer makes the answer go nowhere', { timeout }, () =>
    same(
      (request, response, note) => {
        watch(request, response, note)
        note('handling')
        request.socket.on('close', () =>
          setImmediate(() => {
            answer(response, 'too late')
            note(
              response.destroyed,
              response.closed,
              response.writableEnded,
              response.headersSent,
              response.writableFinished
            )
          })
        )
      },
      [get('/x'), noted(/handling/), leave, noted(/true,true,true/), noted(/aborted/), noted(/finished/)]
    )
  )

  test('with requests still waiting for their turn ends all of them', { timeout }, () =>
    same(
      (request, response, note) => {
        onAborted(request, () => note('aborted', request.url))
        if (request.url === '/2') answer(response, 'waits for its turn')
        note('handling', request.url)
      },
      [
        get('/1') + get('/2') + get('/3'),
        noted(/handling.*3/),
        leave,
        noted(/aborted.*1/),
        noted(/aborted.*2/),
        noted(/aborted.*3/)
      ]
    )
  )

  test('in the middle of an answer fails the answer', { timeout }, async () => {
    const server = lightServer({}, (_request, response) => {
      onFinished(response, (error) => notes.push(String(code(error))))
      answer(response, Buffer.alloc(64 << 20))
      notes.push(`answered ${response.headersSent} ${response.writableEnded} ${response.writableFinished}`)
    })
    const notes: string[] = []
    const pause = (socket: Socket): unknown => socket.pause()
    await talk(
      await listen(server),
      [pause, get('/x'), noted(/answered true true false/), leave, noted(/^(ERR|E[A-Z]+)/)],
      server,
      notes
    )
    await close(server)
    assert.equal(notes.length, 2)
  })
})

describe('a server that breaks off', () => {
  const breaks: Record<string, Handler> = {
    'by destroying the response': (_request, response) => response.destroy(),
    'by destroying the request': (request) => request.destroy(),
    'by destroying the request with an error': (request) => request.on('error', () => {}).destroy(new Error('no')),
    'by destroying the socket': (request) => request.socket.destroy(),
    'after the first bytes': (_request, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('12345', () => response.destroy())
    }
  }
  for (const [name, handle] of Object.entries(breaks)) {
    test(name, { timeout }, () =>
      same(
        (request, response, note) => {
          watch(request, response, note)
          handle(request, response, note, undefined as never)
        },
        [get('/x'), noted(/finished/)]
      )
    )
  }
})

describe('what can be seen of an exchange', () => {
  const look = (response: ServerResponse): unknown[] => [
    response.headersSent,
    response.writableEnded,
    response.finished,
    response.statusCode,
    response.statusMessage,
    response.getHeaderNames(),
    response.getHeader('content-length'),
    response.hasHeader('content-length'),
    response.getHeaders(),
    response instanceof ServerResponse
  ]

  test('is the same before and after the answer, and when it is finished', { timeout }, () =>
    same(
      (_request, response, note) => {
        note(look(response), response.writableFinished, response.destroyed, response.closed)
        onFinished(response, () => {
          note('finished', look(response), response.writableFinished)
          setImmediate(() => note('closed', response.destroyed, response.closed, response.socket, response.errored))
        })
        answer(response, 'seen', 404)
        note(look(response), response.destroyed, response.closed)
      },
      [get('/x'), noted(/closed/), last]
    )
  )

  test('is the same on a request that was answered', { timeout }, () =>
    same(
      (request, response, note) => {
        note(request.complete, request.readableEnded, request.destroyed, request.aborted, request.rawTrailers)
        onFinished(response, () =>
          setImmediate(() =>
            note('later', request.complete, request.readableEnded, request.destroyed, request.aborted, request.readable)
          )
        )
        answer(response, 'seen')
      },
      [get('/x'), noted(/later/), last]
    )
  )

  test('is the same on a request that was read', { timeout }, () =>
    same(
      (request, response, note) =>
        readBody(request, 1e6, (_error, body) =>
          setImmediate(() => {
            note(
              body.toString(),
              request.complete,
              request.readableEnded,
              request.destroyed,
              request.closed,
              request.readable
            )
            answer(response, 'seen')
          })
        ),
      [post('/x', 'body'), last]
    )
  )

  test('is the same when a finished response is used again', { timeout }, () =>
    same(
      (request, response, note) => {
        onFinished(response, () =>
          setImmediate(() => {
            for (const event of ['finish', 'close', 'error', 'end']) {
              response.on(event, () => note('response', event))
              request.on(event, () => note('request', event))
            }
            request.on('data', () => note('data'))
            streamFinished(response, (error) => note('stream finished', code(error)))
            response.end((error?: Error) => note('end', code(error)))
            note(
              'write',
              response.write('more', (error) => note('write', code(error)))
            )
            setImmediate(() => note('over'))
          })
        )
        answer(response, 'used')
      },
      [get('/x'), noted(/over/), last]
    )
  )

  test('is told to listeners of every event', { timeout }, () =>
    same(
      (request, response, note) => {
        for (const event of ['socket', 'prefinish', 'finish', 'close', 'drain', 'pipe'])
          response.on(event, () => note('response', event))
        for (const event of ['data', 'end', 'close', 'pause', 'resume']) request.on(event, () => note('request', event))
        request.on('end', () => answer(response, 'heard'))
      },
      [post('/x', 'body'), noted(/response.*close/), last]
    )
  )

  test('can be printed', { timeout }, async () => {
    const server = lightServer({}, (request, response) => {
      assert.match(inspect(request, { depth: 0 }), /^IncomingMessage/)
      assert.match(inspect(response, { depth: 0 }), /^ServerResponse/)
      inspect([request, response], { showHidden: true, depth: 9, getters: true })
      inspect(Object.getPrototypeOf(request), { showHidden: true, getters: true })
      inspect(Object.getPrototypeOf(response), { showHidden: true, getters: true })
      answer(response, String(Object.keys({ ...request, ...response }).length > 0))
    })
    assert.match(await talk(await listen(server), [get('/x', 'Connection: close')], server), /true$/)
    await close(server)
  })
})

describe('an exchange', () => {
  test('stays light while it is answered the ordinary way', { timeout }, async () => {
    const seen: unknown[] = []
    const server = lightServer({}, (request, response) => {
      void [
        request.headers,
        request.headers.host,
        request.socket.remoteAddress,
        request.url,
        response.statusCode,
        response.headersSent
      ]
      void [
        response.getHeader('x'),
        response.writableEnded,
        response.destroyed,
        request.destroyed,
        request.aborted,
        request.complete
      ]
      onFinished(response, () => seen.push(isLightRequest(request), isLightResponse(response)))
      onAborted(request, () => seen.push('aborted'))
      readBody(request, 1e6, (_error, body) => answer(response, body))
    })
    await talk(await listen(server), [get('/x') + post('/x', 'body') + get('/x', 'Connection: close')], server)
    await close(server)
    assert.deepEqual(seen, [true, true, true, true, true, true])
  })

  test('becomes the stock classes in place when somebody asks for more', { timeout }, async () => {
    const server = lightServer({}, (request, response) => {
      assert.ok(isLightRequest(request) && isLightResponse(response))
      Object.assign(request, { mine: 1 })
      Object.assign(response, { mine: 2 })
      const headers = (request as IncomingMessage).headers
      assert.equal(toStockRequest(request as IncomingMessage), request)
      assert.equal(toStockResponse(response as ServerResponse), response)
      assert.equal(Object.getPrototypeOf(request), IncomingMessage.prototype)
      assert.equal(Object.getPrototypeOf(response), ServerResponse.prototype)
      assert.equal((request as IncomingMessage).headers, headers)
      assert.deepEqual([Reflect.get(request, 'mine'), Reflect.get(response, 'mine')], [1, 2])
      respond(response as never, 200, ['content-length', '4'], 'real')
    })
    assert.match(await talk(await listen(server), [get('/x', 'Connection: close')], server), /real$/)
    await close(server)
  })

  test('may be given another prototype once it is real', { timeout }, () =>
    same(
      (request, response) => {
        Object.setPrototypeOf(toStockRequest(request), Object.create(IncomingMessage.prototype))
        Object.setPrototypeOf(toStockResponse(response), Object.create(ServerResponse.prototype))
        response.setHeader('x-by', 'middleware')
        request.on('end', () => answer(response, 'done')).resume()
      },
      [post('/x', 'body'), last]
    )
  )

  test('keeps the asynchronous context of whoever waits for it', { timeout }, async () => {
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

  test('is published on the channels Node publishes it on', { timeout }, () => {
    const seenBy = (name: string): Promise<void> => {
      const names = ['http.server.request.start', 'http.server.response.finish']
      return same(
        (_request, response) => answer(response, 'published'),
        [get(`/${name}`), noted(/finish/), last],
        (note) => {
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
      )
    }
    return seenBy('looking').then(() => seenBy('listening'))
  })

  test('can be collected when it is over, on a connection that stays open', { timeout }, async () => {
    const { setFlagsFromString } = await import('node:v8')
    setFlagsFromString('--expose-gc')
    const collect = (await import('node:vm')).runInNewContext('gc') as () => void
    const references: WeakRef<object>[] = []
    const server = lightServer({}, (request, response) => {
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

  test('rejected by an async listener is answered by captureRejections', { timeout }, () => {
    const failing = (async () => {
      throw new Error('no')
    }) as unknown as Handler
    return same(failing, [get('/x'), /500/, leave], () => () => {}, true)
  })
})

describe('backpressure', () => {
  test('stops reading a body nobody reads, and goes on when somebody does', { timeout }, async () => {
    const length = 32 << 20
    let read: () => void = () => {}
    const notes: string[] = []
    const server = lightServer({}, (request, response) => {
      notes.push('handling')
      read = () => readBody(request, length, (_error, body) => answer(response, `${body.length} bytes`))
    })
    let before = 0
    const wait = async (_socket: Socket): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const [connection] = await new Promise<Socket[]>((resolve) => resolve(connections))
      before = connection?.bytesRead ?? 0
      read()
    }
    const connections: Socket[] = []
    server.on('connection', (socket: Socket) => connections.push(socket))
    const request = post('/x', 'x'.repeat(length), 'Connection: close')
    const output = await talk(await listen(server), [request, noted(/handling/), wait], server, notes)
    await close(server)
    assert.match(output, new RegExp(`${length} bytes$`))
    assert.ok(before < 1 << 20, `${before} bytes were read before anybody asked`)
  })

  test('stops taking pipelined requests when the client does not read', { timeout }, async () => {
    const takenBy = async (make: typeof lightServer): Promise<number> => {
      let handled = 0
      const server = make({}, (_request, response) => {
        handled++
        answer(response, 'b'.repeat(64 << 10))
      })
      let taken = 0
      const wait = async (socket: Socket): Promise<void> => {
        let before = -1
        while (taken > before || taken === 0) {
          before = taken
          await new Promise((resolve) => setTimeout(resolve, 50))
          taken = handled
        }
        socket.resume()
      }
      const many = get('/x', `X-Pad: ${'p'.repeat(4000)}`).repeat(600)
      const pause = (socket: Socket): unknown => socket.pause()
      const output = await talk(await listen(server), [pause, many + last, wait], server)
      await close(server)
      assert.equal(output.match(/HTTP\/1\.1 200/g)?.length, 601)
      return taken
    }
    const [stock, light] = [await takenBy(createServer as typeof lightServer), await takenBy(lightServer)]
    assert.ok(stock < 400 && light < 400, `${stock} requests were taken by a stock server, ${light} by a light one`)
  })
})

describe('the end of connections', () => {
  test('comes with server.close when they are idle', { timeout }, () =>
    same(route, [get('/fast'), /fast/, (_socket, server) => void server.close()])
  )

  test('leaves a busy one when idle ones are closed', { timeout }, () =>
    same(
      (request, response, note) => {
        if (request.url === '/last') return answer(response, 'last')
        note('handling')
        setTimeout(answer, 20, response, 'busy')
      },
      [get('/x'), noted(/handling/), (_socket, server) => server.closeIdleConnections(), /busy/, last]
    )
  )

  test('comes at once when all are closed', { timeout }, () =>
    same(
      (request, response, note) => {
        watch(request, response, note)
        note('handling')
      },
      [
        get('/x'),
        noted(/handling/),
        (_socket, server) => server.closeAllConnections(),
        noted(/finished/),
        noted(/aborted/)
      ]
    )
  )

  test('comes when the client half-closes after its request', { timeout }, () =>
    same(route, [get('/slow'), (socket) => void socket.end()])
  )

  test('comes when the keep-alive timeout is over', { timeout }, () =>
    same(route, [get('/fast')], (_note, server) => {
      server.keepAliveTimeout = 50
      return () => {}
    })
  )

  test('comes with 408 when the head takes too long', { timeout }, () =>
    same(route, ['GET /fast HTTP/1.1\r\n'], undefined, false, {
      headersTimeout: 60,
      requestTimeout: 60,
      connectionsCheckingInterval: 20
    })
  )

  test('comes with 408 when the body takes too long', { timeout }, () =>
    same(route, [`${post('/echo', 'body').slice(0, -1)}`], undefined, false, {
      headersTimeout: 60,
      requestTimeout: 60,
      connectionsCheckingInterval: 20
    })
  )

  test('comes when a request or response times out', { timeout }, () =>
    same(
      (request, response, note) => {
        if (request.url === '/request')
          request.setTimeout(20, () => request.socket.destroy(void note('request timeout') as never))
        else response.setTimeout(20, () => answer(response, 'timed out', 503))
      },
      [get('/response', 'Connection: close')]
    )
  )

  test('comes when the server times a connection out', { timeout }, () =>
    same(
      (_request, _response, note) => note('handling'),
      [get('/x')],
      (note, server) => {
        server.setTimeout(30, (socket) => {
          note('timeout')
          socket.destroy()
        })
        return () => {}
      }
    )
  )
})

async function same(
  handler: Handler,
  steps: Parameters<typeof onBoth>[1],
  prepare: (note: Note, server: import('node:http').Server) => () => void = () => () => {},
  captureRejections = false,
  options: Parameters<typeof onBoth>[2] = {}
): Promise<void> {
  let undo: () => void = () => {}
  await onBoth(handler, steps, {
    ...options,
    prepare: (server, note) => {
      undo()
      undo = prepare(note, server)
      if (captureRejections)
        Object.assign(server, {
          [Object.getOwnPropertySymbols(server).find((symbol) => symbol.description === 'kCapture') ?? 'none']: true
        })
    }
  })
  undo()
}
