/** How requests arrive over the network: Node's HTTP, HTTPS and HTTP/2 servers. */
import type http from 'node:http'
import type http2 from 'node:http2'
import type https from 'node:https'
import type { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import type { AppOptions } from '../app-options.ts'
import { atOnce } from '../error/at-once.ts'
import { errors } from '../error/error.ts'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
  STATUS_CODES
} from '../node-http.ts'
import { require } from '../require.ts'
import { answerExpectations } from './expectation.ts'
import { createLightServer } from './light/index.ts'
import { boundPipelines } from './pipeline.ts'

// HTTPS and HTTP/2 are loaded by the apps that serve them.
const loadHttps = (): typeof https => require('node:https')
const loadHttp2 = (): typeof http2 => require('node:http2')

export type Listener = (raw: IncomingMessage, rawReply: ServerResponse) => void

/** The parts of Node's servers that the house uses; those of HTTP/2 lack some. */
export type Server = http.Server & {
  on(event: 'session', listener: (session: http2.ServerHttp2Session) => void): unknown
}

/**
 * Makes the server that the options describe. A server of the app's own factory keeps its own timeouts.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the factory returns no server
 */
export function createServer(options: AppOptions, listener: Listener): Server {
  const bounded = boundPipelines(listener, options.maxRequestsInFlight)
  const server = createUnexpecting(options, bounded)
  answerExpectations(server, bounded)
  return server
}

function createUnexpecting(options: AppOptions, listener: Listener): Server {
  const { serverFactory } = options
  if (serverFactory !== undefined) return checkServer(atOnce(serverFactory(listener, options), 'serverFactory'))
  const server = options.http2 === true ? createHttp2(options, listener) : createHttp1(options, listener)
  server.setTimeout(options.connectionTimeout)
  return server
}

function checkServer(given: unknown): Server {
  const server = given as Server | null | undefined
  if (typeof server?.on === 'function') return server
  const kind = 'a server that runs the handler it was given, such as http.createServer(handler)'
  throw new errors.ESP_ERR_ARGUMENT_INVALID('What serverFactory returns', kind, inspect(given, { depth: 0 }))
}

function tlsOptions({ https: given }: AppOptions): object | null {
  return given === true ? {} : (given ?? null)
}

/** How often Node looks for requests that take too long to arrive, in milliseconds. By its own default a timeout is late by up to 30 seconds. */
const looking = { connectionsCheckingInterval: 1000 }

/** Node exchanges the two times where a head may take longer than the whole request, and would wait for bodies that long. */
function boundArrival(server: Server, requestTimeout: number): void {
  server.requestTimeout = requestTimeout
  if (requestTimeout > 0) server.headersTimeout = Math.min(server.headersTimeout, requestTimeout)
}

function createHttp1(options: AppOptions, listener: Listener): Server {
  const tls = tlsOptions(options)
  const server = (
    tls === null ? createPlain(options, listener) : loadHttps().createServer({ ...looking, ...tls }, listener)
  ) as Server
  server.keepAliveTimeout = options.keepAliveTimeout
  boundArrival(server, options.requestTimeout)
  if (options.maxRequestsPerSocket > 0) server.maxRequestsPerSocket = options.maxRequestsPerSocket
  return server
}

/** Whether exchanges may be light: plain HTTP/1 of our own server, unless the option says otherwise. */
export function mayBeLight({ exchange, https: tls, http2: isHttp2, serverFactory }: AppOptions): boolean {
  return exchange !== 'stock' && !tls && isHttp2 !== true && serverFactory === undefined
}

function createPlain(options: AppOptions, listener: Listener): http.Server {
  const given: http.ServerOptions = { ...looking, ...(options.http as http.ServerOptions) }
  return (mayBeLight(options) ? createLightServer(given, listener) : null) ?? createHttpServer(given, listener)
}

/** Without a bound of its own a client may open any number of streams (RFC 9113 §5.1.2). */
function boundStreams(
  { maxRequestsInFlight }: AppOptions,
  given: http2.ServerOptions | null
): http2.SecureServerOptions {
  const bound = maxRequestsInFlight > 0 ? { maxConcurrentStreams: maxRequestsInFlight } : {}
  return { ...given, settings: { ...bound, ...given?.settings } }
}

function createHttp2(options: AppOptions, listener: Listener): Server {
  const tls = tlsOptions(options)
  const handler = listener as never
  const { createServer, createSecureServer } = loadHttp2()
  const server = (tls === null
    ? createServer(boundStreams(options, (options.http ?? null) as object | null), handler)
    : createSecureServer(boundStreams(options, tls), handler)) as unknown as Server
  // Beside HTTP/2 it may speak HTTP/1, whose times Node reads from the server and not from the options.
  if (tls !== null && 'requestTimeout' in server) {
    Object.assign(server, looking)
    boundArrival(server, options.requestTimeout)
  }
  server.on('session', (session) => {
    session.setTimeout(options.http2SessionTimeout, () => session.close())
  })
  return server
}

type Failure = Error & { code?: string }
/** Node keeps the answer in progress on the socket. */
type HttpSocket = Duplex & { _httpMessage?: ServerResponse | null }

const refusals: Record<string, { status: number; message: string; label: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'Client Timeout', label: 'timeout' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'Exceeded maximum allowed HTTP header size', label: 'header_overflow' }
}

/** Answers what is not HTTP, over the bare socket: there is no request to speak of. */
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
    // Behind the head of an answer that is not whole it would be read as part of that.
    if (socket.writable && (inProgress?.headersSent !== true || inProgress.writableEnded)) {
      socket.write(
        `HTTP/1.1 ${status} ${phrase}\r\nContent-Length: ${body.length}\r\nContent-Type: application/json\r\n\r\n${body}`
      )
    }
    socket.destroy(error)
  }
}
