import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLogger } from '../../src/log/logger.ts'
import { createLogController, LogController, type LoggedReply, type LoggedRequest } from '../../src/log/request-log.ts'
import type { Logger } from '../../types/logger.ts'

function exchange(statusCode = 200) {
  const lines: [string, unknown, unknown?][] = []
  const write = (level: string) => (fields: unknown, message?: unknown) => {
    lines.push(message === undefined ? [level, fields] : [level, fields, message])
  }
  const log = { info: write('info'), warn: write('warn'), error: write('error') } as unknown as Logger
  const target = { method: 'GET', url: '/x?y=1' }
  const request: LoggedRequest = { ...target, id: 'req-1', headers: {}, log, raw: target }
  const reply: LoggedReply = { log, statusCode, elapsedTime: 12 }
  return { lines, request, reply }
}

const error = Object.assign(new Error('kaboom'), { code: 'E_KABOOM' })

test('an error whose message cannot be read is still logged', () => {
  const { lines, request, reply } = exchange(500)
  const hostile = new Proxy(error, {
    get() {
      throw new Error('do not read me')
    }
  })
  const controller = new LogController()
  controller.defaultErrorLog(hostile, request, reply)
  controller.streamError(hostile, request, reply)
  controller.writeHeadError(hostile, request, reply)
  for (const thrown of [null, undefined, 'text']) controller.defaultErrorLog(thrown, request, reply)
  assert.equal(lines.length, 6)
})

test('a request is logged when it arrives and when its response is complete', () => {
  const { lines, request, reply } = exchange()
  const controller = new LogController()
  controller.incomingRequest(request, reply)
  controller.requestCompleted(null, request, reply)
  controller.requestCompleted(error, request, reply)
  assert.deepEqual(lines, [
    ['info', { req: request }, 'incoming request'],
    ['info', { res: reply, responseTime: 12 }, 'request completed'],
    ['error', { res: reply, err: error, responseTime: 12 }, 'request errored']
  ])
})

test('an error is logged at level info below status 500, and at level error from 500 on', () => {
  const [client, server] = [exchange(499), exchange(500)]
  const controller = new LogController()
  controller.defaultErrorLog(error, client.request, client.reply)
  controller.defaultErrorLog(error, server.request, server.reply)
  assert.deepEqual(client.lines, [['info', { res: client.reply, err: error }, 'kaboom']])
  assert.deepEqual(server.lines, [['error', { req: server.request, res: server.reply, err: error }, 'kaboom']])
})

test('a client that disconnects is logged at level info, and a failing stream at level warn', () => {
  const { lines, request, reply } = exchange()
  const controller = new LogController()
  const left = Object.assign(new Error('closed'), { code: 'ERR_STREAM_PREMATURE_CLOSE' })
  controller.streamError(left, request, reply)
  controller.streamError(error, request, reply)
  assert.deepEqual(lines, [
    ['info', { res: reply }, 'stream closed prematurely'],
    ['warn', { err: error }, 'response terminated with an error with headers already sent']
  ])
})

test('an unmatched route, an invalid head, a failing serializer and a closing server are logged', () => {
  const { lines, request, reply } = exchange()
  const controller = new LogController()
  controller.routeNotFound(request, reply)
  controller.writeHeadError(error, request, reply)
  controller.serializerError(error, request, reply, { statusCode: 422 })
  controller.serviceUnavailable(request.log, undefined)
  assert.deepEqual(lines, [
    ['info', 'Route GET:/x?y=1 not found'],
    ['warn', { req: request, res: reply, err: error }, 'kaboom'],
    ['error', { err: error, statusCode: 422 }, 'The serializer for the given status code failed'],
    ['info', { res: { statusCode: 503 } }, 'request aborted - refusing to accept new requests as server is closing']
  ])
})

for (const [name, disableRequestLogging] of [
  ['true', true],
  ['a function that returns true', () => true]
] as const) {
  test(`disableRequestLogging: ${name} omits every log line of a request except that of a closing server`, () => {
    const { lines, request, reply } = exchange(500)
    const controller = new LogController({ disableRequestLogging })
    controller.incomingRequest(request, reply)
    controller.requestCompleted(error, request, reply)
    controller.defaultErrorLog(error, request, reply)
    controller.streamError(error, request, reply)
    controller.routeNotFound(request, reply)
    controller.writeHeadError(error, request, reply)
    controller.serializerError(error, request, reply, { statusCode: 500 })
    assert.deepEqual(lines, [])
    controller.serviceUnavailable(request.log, undefined)
    assert.equal(lines.length, 1)
  })
}

test('request logging can be disabled for single requests', () => {
  const [quiet, loud] = [exchange(), exchange()]
  const controller = new LogController({ disableRequestLogging: (request) => request === quiet.request })
  for (const { request, reply } of [quiet, loud]) controller.incomingRequest(request, reply)
  assert.deepEqual([quiet.lines.length, loud.lines.length], [0, 1])
})

test('an overridden method of the log controller is called also with request logging disabled', () => {
  const { lines, request, reply } = exchange()
  class Quiet extends LogController {
    override incomingRequest(incoming: LoggedRequest): void {
      incoming.log.info('mine')
    }
  }
  const controller = createLogController({ logController: new Quiet({ disableRequestLogging: true }) })
  controller.incomingRequest(request, reply)
  controller.requestCompleted(null, request, reply)
  assert.deepEqual(lines, [['info', 'mine']])
})

test('a log controller has the options of the app, or their defaults', () => {
  const made = createLogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' })
  assert.deepEqual([made.disableRequestLogging, made.requestIdLogLabel], [true, 'traceId'])
  const plain = createLogController({ logController: null })
  assert.deepEqual([plain.disableRequestLogging, plain.requestIdLogLabel], [false, 'reqId'])
})

test('a logController of another type is refused', () => {
  for (const logController of ['bad', 1, true, {}, { incomingRequest() {} }]) {
    assert.throws(() => createLogController({ logController }), { code: 'FST_ERR_LOG_INVALID_LOG_CONTROLLER' })
  }
})

test('request completed logs the reply by the serializers of the logger', () => {
  const written: string[] = []
  const { logger } = createLogger({ logger: { stream: { write: (line: string) => void written.push(line) } } })
  const reply = { log: logger, statusCode: 200, elapsedTime: 1.5 }
  new LogController().requestCompleted(null, { ...exchange().request, log: logger }, reply)
  assert.deepEqual(JSON.parse(written[0] ?? '').res, { statusCode: 200 })
})
