/** Makes the server of an app with Node's modules for HTTP, HTTPS and HTTP/2. */
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
import { createRequestListener, openLane, reusingClasses } from './lane/index.ts'
import { obstaclesOf } from './lane-obstacle.ts'
import { boundPipelines } from './pipeline.ts'

type Create = (options: object, listener: RawListener) => Server

// Only apps with HTTPS or HTTP/2 call these functions, which load Node's modules.
const loadHttps = (): { createServer: typeof createPlain } => require('node:https')
const loadHttp2 = (): { createServer: Create; createSecureServer: Create } => require('node:http2')

/** Node's servers, typed by the members that adapters use. HTTP/2 servers lack some of them. */
export type Server = http.Server & {
  on(event: 'session', listener: (session: http2.ServerHttp2Session) => void): unknown
}

/**
 * Makes the server that the options describe. A server from the app's `serverFactory` keeps its own timeouts.
 *
 * @param listener handles a request and response of Node
 * @param enter handles a request that was read without Node's parser
 * @throws ESP_ERR_ARGUMENT_INVALID when the factory returns no server
 */
export function createServer(options: AppOptions, listener: RawListener, enter: Enter): Server {
  const bounded = createRequestListener(boundPipelines(listener, options.maxRequestsInFlight), enter)
  const server = createBareServer(options, bounded, enter)
  handleExpectContinue(server, bounded)
  return server
}

/** Passes the app a request that was read without Node's parser and has none of Node's objects. */
type Enter = (exchange: Transport) => void

function createBareServer(options: AppOptions, listener: RawListener, enter: Enter): Server {
  const { serverFactory } = options
  if (serverFactory !== undefined) return checkServer(assertSync(serverFactory(listener, options), 'serverFactory'))
  const server = options.http2 === true ? createHttp2(options, listener) : createHttp1(options, listener, enter)
  server.setTimeout(options.connectionTimeout)
  return server
}

function checkServer(given: unknown): Server {
  const server = given as Server | null | undefined
  const right = 'a server that runs the handler it was given, such as http.createServer(handler)'
  checkArgument(typeof server?.on === 'function', 'The result of serverFactory', right, given)
  return server
}

function tlsOptions({ https: given }: AppOptions): object | null {
  return given === true ? {} : (given ?? null)
}

/** In milliseconds: how often Node checks for requests that take too long to arrive. By default a timeout may be 30 seconds late. */
const timeoutCheck = { connectionsCheckingInterval: 1000 }

/**
 * Sets the timeouts of HTTP/1. If `requestTimeout` were shorter than `headersTimeout`, Node would swap the two, and bodies would get the longer time.
 */
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

/**
 * By default Node drops a field of an HTTP/2 request if there are spaces around its value. This option, which Node 20 lacks, keeps the field.
 * `trimReceived` then removes the spaces, as HTTP/1 parsers do.
 */
const withBlanks = { strictFieldWhitespaceValidation: false }

/** Limits the concurrent streams of a session. By default a client may open any number of them (RFC 9113 §5.1.2). */
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
  // A TLS server for HTTP/2 may also accept HTTP/1. Node reads the options for HTTP/1 from properties of the server. Older versions of Node do not
  // set all of them, so they are set here.
  if (tls !== null && 'requestTimeout' in server) {
    const { requireHostHeader = true }: http.ServerOptions = given
    Object.assign(server, timeoutCheck, 'requireHostHeader' in server ? {} : { requireHostHeader })
    boundHttp1(server, options)
  }
  server.on('session', (session) => {
    session.setTimeout(options.http2SessionTimeout, () => session.close())
  })
  return server
}

type Failure = Error & { code?: string }
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null }

const refusals: Record<string, { status: number; message: string; label: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Client Timeout', label: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Exceeded maximum allowed HTTP header size', label: 'header_overflow' }
}

/** Responds to bytes that are not valid HTTP. There is no request, so the response is written to the bare socket. */
export function createClientErrorHandler(trace: (details: object, message: string) => void) {
  return (error: Failure, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    const { status, message, label } = refusals[error.code ?? ''] ?? {
      status: 400,
      message: 'Client Error',
      label: 'error'
    }
    const phrase = STATUS_CODES[status]
    const body = JSON.stringify({ error: phrase, message, statusCode: status })
    trace({ err: error }, `client ${label}`)
    const { _httpMessage: inProgress } = socket as HttpSocket
    // While a response is incomplete, the client would read an error response as part of it.
    if (socket.writable && (inProgress?.headersSent !== true || inProgress.writableEnded)) {
      socket.write(
        `HTTP/1.1 ${status} ${phrase}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`
      )
    }
    socket.destroy(error)
  }
}
