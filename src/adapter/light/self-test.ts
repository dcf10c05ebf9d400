/**
 * Decides, once per process and kind of server, whether the light exchange works on this Node: a handful of exchanges are run over a socket in memory, on a stock
 * server and on a light one, and must write the same bytes and leave the same state behind.
 *
 * Nobody may take these exchanges for traffic. They are not run while somebody listens to the channels on which Node publishes exchanges, nothing
 * of them is left for a later turn, when somebody may, and they pass by what tracers put on the prototype of servers.
 */
import { channel } from 'node:diagnostics_channel'
import { EventEmitter } from 'node:events'
import type { RequestListener } from 'node:http'
import { Duplex } from 'node:stream'
import { IncomingMessage, ServerResponse } from '../../node-http.ts'
import { lookForWatchers, watched } from '../observed.ts'
import { quietly } from './cause.ts'
import type { Kind } from './kind.ts'
import { isLightRequest, readBody } from './request.ts'
import { respond } from './respond.ts'
import { isLightResponse } from './response.ts'

type CreateServer = Kind['create']

const verdicts = new Map<Kind, boolean>()

/** Runs the test at the first call for a kind of server and remembers its verdict. */
export function passesSelfTest(createLight: CreateServer, kind: Kind): boolean {
  lookForWatchers()
  const isSeen = watched || isListenedTo('http.server.request.start') || isListenedTo('http.server.response.finish')
  const known = verdicts.get(kind)
  if (known !== undefined || isSeen) return known ?? false
  const verdict = quietly(() => runSafely(createLight, kind))
  verdicts.set(kind, verdict)
  return verdict
}

function isListenedTo(name: string): boolean {
  return channel(name).hasSubscribers
}

function runSafely(createLight: CreateServer, { create, event }: Kind): boolean {
  try {
    return scenarios.every((scenario) => {
      const expected = run(scenario, create, event)
      const actual = run(scenario, createLight, event)
      const isSame = actual.output === expected.output && !actual.messages === !expected.messages
      if (!isSame || actual.output === '') return false
      return actual.messages === undefined || scenario.isTrue(...actual.messages)
    })
  } catch {
    return false
  }
}

interface Scenario {
  /** What the client sends. */
  readonly input: string
  readonly listener: RequestListener
  /** What must be true of the light messages afterwards, if its listener was given any. */
  readonly isTrue: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** Runs one exchange and answers what the server wrote and the messages its listener was given. */
function run({ input, listener }: Scenario, create: CreateServer, event: Kind['event']) {
  let output = ''
  const written: (() => void)[] = []
  const messages: [IncomingMessage, ServerResponse][] = []
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, callback) {
      output += chunk.toString('latin1')
      written.push(callback)
    }
  })
  const options: object = { allowHTTP1: true }
  const server = create(options, (request, response) => {
    messages.push([request, response])
    listener(request, response)
  })
  // Node's own, whatever stands on the prototype of servers.
  server.emit = EventEmitter.prototype.emit
  // What a server of HTTP/2 asks of a socket.
  Object.assign(socket, { alpnProtocol: 'http/1.1', server })
  server.emit(event, socket)
  socket.emit('data', Buffer.from(input))
  // A write that calls back later than its own turn is over at once, and so is the answer; each may begin the next.
  for (const callback of written) callback()
  socket.destroy()
  return { output: output.replace(/Date: [^\r]*/, 'Date'), messages: messages[0] }
}

const host = 'Host: self-test\r\n'
const json = ['content-type', 'application/json', 'content-length', '2']

const scenarios: Scenario[] = [
  {
    input: `GET /self-test HTTP/1.1\r\n${host}X-Name: value\r\n\r\n`,
    listener: (request, response) => respond(response, 200, json, request.headers['x-name'] === 'value' ? '{}' : '??'),
    isTrue: endedLightAndBecomesReal
  },
  {
    input: `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n`,
    // Real streams deliver later than this test waits.
    listener: (request, response) =>
      isLightRequest(request)
        ? readBody(request, 9, (error, body) => respond(response, error ? 500 : 200, json, body))
        : respond(response, 200, json, Buffer.from('{}')),
    isTrue: endedLightAndBecomesReal
  },
  {
    input: `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
    listener: (_request, response) => {
      response.setHeader('x-set', '1')
      respond(response, 404, json, '{}')
    },
    isTrue: (request, response) => becomesReal(request, response) && response.getHeader('x-set') === '1'
  },
  {
    // Without a host, which most servers refuse.
    input: 'GET / HTTP/1.1\r\n\r\n',
    listener: (_request, response) => respond(response, 200, json, '{}'),
    isTrue: endedLightAndBecomesReal
  }
]

function endedLightAndBecomesReal(request: IncomingMessage, response: ServerResponse): boolean {
  return (
    isLightRequest(request) &&
    isLightResponse(response) &&
    (response as ServerResponse).writableFinished &&
    becomesReal(request, response) &&
    (response as ServerResponse).writableFinished
  )
}

/** Touching a method upgrades; what is known of the exchange stays known. */
function becomesReal(request: IncomingMessage, response: ServerResponse): boolean {
  return (
    request.listenerCount('data') === 0 &&
    Object.getPrototypeOf(request) === IncomingMessage.prototype &&
    request.headers.host === request.rawHeaders[1] &&
    request.httpVersion === '1.1' &&
    response.listenerCount('data') === 0 &&
    Object.getPrototypeOf(response) === ServerResponse.prototype &&
    response.headersSent &&
    response.writableEnded
  )
}
