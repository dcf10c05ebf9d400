import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  codeOf,
  get,
  type Handler,
  leave,
  noted,
  onBoth,
  same,
  watch,
  watchRequest,
  watchResponse
} from '../both-servers.ts'
import { readBody } from '../node-messages.ts'
import { answer } from './routes.ts'

const timeout = 20_000
const headOnly = 'POST /x HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n'

describe('a client disconnect', () => {
  test('while the body is read ends the read with ECONNRESET', { timeout }, async () => {
    const { notes } = await onBoth(
      (request, response, note) => {
        watchResponse(response, note)
        readBody(request, 1e6, (error) => note('read', codeOf(error)))
        note('reading')
      },
      [headOnly, 'part', noted(/reading/), leave, noted(/read.*ECONNRESET/), noted(/finished/)]
    )
    assert.equal(notes.length, 3)
  })

  test('before the body is read ends the read', { timeout }, () =>
    same(
      (request, response, note) => {
        watch(request, response, note)
        request.on('error', () => {})
        request.on('close', () => readBody(request, 1e6, (error) => note('read', codeOf(error))))
        note('waiting')
      },
      [headOnly, 'part', noted(/waiting/), leave, noted(/read/), noted(/finished/), noted(/aborted/)]
    )
  )

  test('while the body is streamed destroys the stream', { timeout }, () =>
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

  test('before the response discards the response', { timeout }, () =>
    same(
      (request, response, note) => {
        watchResponse(response, note)
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
      [get('/x'), noted(/handling/), leave, noted(/true,true,true/), noted(/finished/)]
    )
  )

  test('with pipelined requests pending aborts all of them', { timeout }, () =>
    same(
      (request, response, note) => {
        watchRequest(request, () => note('aborted', request.url))
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
})

describe('a server that aborts', () => {
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
          watchResponse(response, note)
          handle(request, response, note, undefined as never)
        },
        [get('/x'), noted(/finished/)]
      )
    )
  }
})
