import assert from 'node:assert/strict'
import { ServerResponse } from 'node:http'
import { finished as streamFinished } from 'node:stream'
import { describe, test } from 'node:test'
import { inspect } from 'node:util'
import { close, codeOf, get, last, listen, noted, passingServer, post, same, talk } from '../both-servers.ts'
import { onFinished, readBody } from '../node-messages.ts'
import { answer } from './routes.ts'

const timeout = 20_000
describe('the visible state of an exchange', () => {
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

  test('is the same before and after the response is sent, and when it is finished', { timeout }, () =>
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

  test('is the same for a request without a body', { timeout }, () =>
    same(
      (request, response, note) => {
        note(request.readableEnded, request.destroyed, request.aborted, request.rawTrailers)
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

  test('is the same for a request whose body was read', { timeout }, () =>
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

  test('is the same after a finished response is used again', { timeout }, () =>
    same(
      (request, response, note) => {
        onFinished(response, () =>
          setImmediate(() => {
            for (const event of ['finish', 'close', 'error', 'end']) {
              response.on(event, () => note('response', event))
              request.on(event, () => note('request', event))
            }
            request.on('data', () => note('data'))
            streamFinished(response, (error) => note('stream finished', codeOf(error)))
            response.end((error?: Error) => note('end', codeOf(error)))
            note(
              'write',
              response.write('more', (error) => note('write', codeOf(error)))
            )
            setImmediate(() => note('over'))
          })
        )
        answer(response, 'used')
      },
      [get('/x'), noted(/over/), last]
    )
  )

  test('includes the events that listeners receive', { timeout }, () =>
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

  test('can be printed with util.inspect', { timeout }, async () => {
    const server = passingServer({}, (request, response) => {
      assert.match(inspect(request, { depth: 0 }), /^IncomingMessage/)
      assert.match(inspect(response, { depth: 0 }), /^ServerResponse/)
      inspect([request, response], { showHidden: true, depth: 4 })
      inspect(Object.getPrototypeOf(request), { showHidden: true })
      inspect(Object.getPrototypeOf(response), { showHidden: true })
      answer(response, String(Object.keys({ ...request, ...response }).length > 0))
    })
    assert.match(await talk(await listen(server), [get('/x', 'Connection: close')], server), /true$/)
    await close(server)
  })
})
