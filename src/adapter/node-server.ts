import type http from 'node:http'
import type http2 from 'node:http2'
import type { Duplex } from 'node:stream'
import type { AppOptions } from '../app-options.ts'
import { checkArgument } from '../error/argument.ts'
import { assertSync } from '../error/assert-sync.ts'
import type { Transport } from '../http/transport.ts'
import { createServer as createPlain, type RawListener, type ServerResponse, STATUS_CODES } from '../node-http.ts'
import { require } from '../require.ts'
import { handleExpectContinue } from './expect-continue.ts'
import { watchSession } from './http2/shared-response.ts'
import { createRequestListener, openLane, reusingClasses } from './lane/index.ts'
import { obstaclesOf } from './lane-obstacle.ts'
import { boundPipelines } from './pipeline.ts'
import { RequestListeners } from './request-listeners.ts'

type Create = (options: object, listener: RawListener) => Server

const loadHttps = (): { createServer: typeof createPlain } => require('node:https')
const loadHttp2 = (): { createServer: Create; createSecureServer: Create } => require('node:http2')

/** `on` has the event 'session' of HTTP/2. At runtime, HTTP/2 servers lack some properties of `http.Server`. */
export type Server = http.Server & {
  on(event: 'session', listener: (session: http2.ServerHttp2Session) => void): unknown
}

/** A server from `serverFactory` keeps the timeouts that the factory has set. @throws ESP_ERR_ARGUMENT_INVALID when the factory returns no server */
export function createServer(options: AppOptions, listener: RawListener, enter: Enter): Server {
  const bounded = createRequestListener(boundPipelines(listener, options.maxRequestsInFlight), enter)
  const server = createBareServer(options, bounded, enter)
  handleExpectContinue(server, bounded)
  return server
}

type Enter = (exchange: Transport) => void

function createBareServer(options: AppOptions, listener: RawListener, enter: Enter): Server {
  const { serverFactory } = options
  if (serverFactory !== undefined) {
    const given = assertSync(serverFactory(listener, options), 'serverFactory') as Server | null | undefined
    const right = 'a server that runs the handler it was given, such as http.createServer(handler)'
    checkArgument(typeof given?.on === 'function', 'The result of serverFactory', right, given)
    return given
  }
  const server = options.http2 === true ? createHttp2(options, listener) : createHttp1(options, listener, enter)
  server.setTimeout(options.connectionTimeout)
  return server
}

function tlsOptions({ https: given }: AppOptions): object | null {
  return given === true ? {} : (given ?? null)
}

/** In milliseconds. Node checks `headersTimeout` and `requestTimeout` every 30 seconds by default, so they could expire that late. */
const timeoutCheck = { connectionsCheckingInterval: 1000 }

/** Keeps `headersTimeout` at most as long as `requestTimeout`. Node would otherwise exchange the two, and allow bodies the longer time. */
function boundHttp1(server: Server, { keepAliveTimeout, maxRequestsPerSocket, requestTimeout }: AppOptions): void {
  server.keepAliveTimeout = keepAliveTimeout
  server.requestTimeout = requestTimeout
  if (requestTimeout > 0) server.headersTimeout = Math.min(server.headersTimeout, requestTimeout)
  if (maxRequestsPerSocket > 0) server.maxRequestsPerSocket = maxRequestsPerSocket
}

function createHttp1(options: AppOptions, listener: RawListener, enter: Enter): Server {
  const tls = tlsOptions(options)
  const given: http.ServerOptions = { ...timeoutCheck, ...(tls ?? (options.http as http.ServerOptions)) }
  const usesLane = obstaclesOf(options).length === 0
  const create = tls === null ? createPlain : loadHttps().createServer
  const server = create(usesLane ? { ...given, ...reusingClasses } : given, listener)
  const event = tls === null ? 'connection' : 'secureConnection'
  if (usesLane) openLane(server, event, enter)
  boundHttp1(server, options)
  return server
}

/** Accepts spaces around HTTP/2 field values. Node drops such fields by default; `trimReceived` removes the spaces. Node 20 lacks this option. */
const withBlanks = { strictFieldWhitespaceValidation: false }

/** Limits the concurrent streams of an HTTP/2 session. By default a client may open any number (RFC 9113 §5.1.2). */
function boundStreams(
  { maxRequestsInFlight }: AppOptions,
  given: http2.ServerOptions | null
): http2.SecureServerOptions {
  const bound = maxRequestsInFlight > 0 ? { maxConcurrentStreams: maxRequestsInFlight } : {}
  return { ...withBlanks, ...given, settings: { ...bound, ...given?.settings } }
}

function createHttp2(options: AppOptions, listener: RawListener): Server {
  const tls = tlsOptions(options)
  const given = boundStreams(options, tls ?? ((options.http ?? null) as object | null))
  const { createServer, createSecureServer } = loadHttp2()
  const server = (tls === null ? createServer : createSecureServer)(given, listener)
  // The server may fall back to HTTP/1 and then needs these settings. Older versions of Node do not set all of them.
  if (tls !== null && 'requestTimeout' in server) {
    const { requireHostHeader = true }: http.ServerOptions = given
    Object.assign(server, timeoutCheck, 'requireHostHeader' in server ? {} : { requireHostHeader })
    boundHttp1(server, options)
  }
  const listeners = new RequestListeners(server)
  server.on('session', (session) => {
    watchSession(session, listeners)
    session.setTimeout(options.http2SessionTimeout, () => session.close())
  })
  return server
}

type Failure = Error & { code?: string }
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null }

const refusals = new Map<string | undefined, readonly [status: number, message: string, label: string]>([
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'Client Timeout', 'timeout']],
  ['HPE_HEADER_OVERFLOW', [431, 'Exceeded maximum allowed HTTP header size', 'header_overflow']]
])

/** Responds to requests that Node's parser rejects. They have no response object, so the response is written to the socket. */
export function createClientErrorHandler(trace: (details: object, message: string) => void) {
  return (error: Failure, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const [status, message, label] = refusals.get(error.code) ?? [400, 'Client Error', 'error']
    const phrase = STATUS_CODES[status]
    const body = JSON.stringify({ error: phrase, message, statusCode: status })
    trace({ err: error }, `client ${label}`)
    const { _httpMessage: inProgress } = socket as HttpSocket
    // After the head of another response, the client would read the error as a part of that response's content.
    if (socket.writable && (inProgress?.headersSent !== true || inProgress.writableEnded)) {
      socket.write(
        `HTTP/1.1 ${status} ${phrase}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`
      )
    }
    socket.destroy(error)
  }
}
