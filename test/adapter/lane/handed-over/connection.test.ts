import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { Socket } from 'node:net'
import { describe, test } from 'node:test'
import { until } from '../../../until.ts'
import { close, get, last, listen, noted, passingServer, post, same, talk, watch } from '../both-servers.ts'
import { readBody } from '../node-messages.ts'
import { answer, route } from './routes.ts'

const timeout = 20_000

describe('backpressure', () => {
  test('pauses an unread body and resumes when it is read', { timeout }, async () => {
    const length = 32 << 20
    let read: () => void = () => {}
    const notes: string[] = []
    const server = passingServer({}, (request, response) => {
      notes.push('handling')
      read = () => readBody(request, length, (_error, body) => answer(response, `${body.length} bytes`))
    })
    let before = 0
    const wait = async (_socket: Socket): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 50))
      const [connection] = connections
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

  test('pauses pipelined requests when the client does not read', { timeout }, async () => {
    const takenBy = async (make: typeof passingServer): Promise<number> => {
      let handled = 0
      const server = make({}, (_request, response) => {
        handled++
        answer(response, 'b'.repeat(64 << 10))
      })
      let taken = 0
      const wait = async (socket: Socket): Promise<void> => {
        let before = -1
        const isStill = () => {
          before = taken
          taken = handled
          return taken > 0 && taken === before
        }
        await until(isStill, 'a count that stands still', { every: 50 })
        socket.resume()
      }
      const many = get('/x', `X-Pad: ${'p'.repeat(4000)}`).repeat(600)
      const pause = (socket: Socket): unknown => socket.pause()
      const output = await talk(await listen(server), [pause, many + last, wait], server)
      await close(server)
      assert.equal(output.match(/HTTP\/1\.1 200/g)?.length, 601)
      return taken
    }
    const [stock, passing] = [await takenBy(createServer as typeof passingServer), await takenBy(passingServer)]
    assert.ok(
      stock < 400 && passing < 400,
      `${stock} requests were taken by a server of Node, ${passing} by one with the lane`
    )
  })
})

describe('a connection ends', () => {
  test('on server.close when it is idle', { timeout }, () =>
    same(route, [get('/fast'), /fast/, (_socket, server) => void server.close()])
  )

  test('not on closeIdleConnections while it is busy', { timeout }, () =>
    same(
      (request, response, note) => {
        if (request.url === '/last') return answer(response, 'last')
        note('handling')
        setTimeout(answer, 20, response, 'busy')
      },
      [get('/x'), noted(/handling/), (_socket, server) => server.closeIdleConnections(), /busy/, last]
    )
  )

  test('at once on closeAllConnections', { timeout }, () =>
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

  test('when the client half-closes after its request', { timeout }, () =>
    same(route, [get('/slow'), (socket) => void socket.end()])
  )

  test('when the keep-alive timeout expires', { timeout }, () =>
    same(route, [get('/fast')], {
      prepare: (server) => {
        server.keepAliveTimeout = 50
      }
    })
  )

  test('with 408 when the head takes too long', { timeout }, () =>
    same(route, ['GET /fast HTTP/1.1\r\n'], {
      headersTimeout: 60,
      requestTimeout: 60,
      connectionsCheckingInterval: 20
    })
  )

  test('with 408 when the body takes too long', { timeout }, () =>
    same(route, [`${post('/echo', 'body').slice(0, -1)}`], {
      headersTimeout: 60,
      requestTimeout: 60,
      connectionsCheckingInterval: 20
    })
  )

  test('when the response timeout expires', { timeout }, () =>
    same(
      (request, response, note) => {
        if (request.url === '/request')
          request.setTimeout(20, () => request.socket.destroy(void note('request timeout') as never))
        else response.setTimeout(20, () => answer(response, 'timed out', 503))
      },
      [get('/response', 'Connection: close')]
    )
  )

  test('when the timeout of the server expires', { timeout }, () =>
    // The timeout may expire before the request has arrived.
    same(() => {}, [get('/x')], {
      prepare: (server, note) =>
        server.setTimeout(30, (socket) => {
          note('timeout')
          socket.destroy()
        })
    })
  )
})
