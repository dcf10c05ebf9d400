/**
 * A server of Node whose exchanges over HTTP/1 are light, as long as nobody needs more.
 *
 * Owns: when the stock classes are used instead; telling an unanswered light response that its connection was lost, for which Node
 * would hang a listener on the socket around every answer; and leaving a socket as Node made it when it is handed over for another protocol.
 */
import type { RequestListener, Server, ServerOptions } from 'node:http'
import type { Socket } from 'node:net'
import { lookForWatchers } from '../observed.ts'
import { type Kind, overTcp } from './kind.ts'
import { LightRequest } from './request.ts'
import { closeUnanswered, isLightResponse, LightResponse } from './response.ts'
import { passesSelfTest } from './self-test.ts'
import { useCoarseTimeouts, useExactTimeouts } from './timeout.ts'

/**
 * Creates a server whose exchanges over HTTP/1 are light; `null` when this Node fails the self-test, or when the options bring message classes of
 * their own or ask for what only Node's writer does, and one of Node's own should be used.
 */
export function createLightServer(
  options: ServerOptions,
  listener: RequestListener,
  kind: Kind = overTcp
): Server | null {
  const { request, response } = kind.classes
  const given: Record<string, unknown> = { ...options }
  if (given[request] !== undefined || given[response] !== undefined || options.uniqueHeaders !== undefined) return null
  const create = (...these: Parameters<Kind['create']>) => createUntested(kind, ...these)
  return passesSelfTest(create, kind) ? create(options, listener) : null
}

function createUntested({ classes, create, event }: Kind, options: ServerOptions, listener: RequestListener): Server {
  const own = { [classes.request]: LightRequest, [classes.response]: LightResponse }
  const server = create({ ...options, ...own }, listener)
  // Before Node's own listener, so that the timeout it may set is already coarse.
  server.prependListener(event, noteSocket)
  // After it, so that a lost request is told before its response, as on the stock classes.
  server.on(event, watchForLoss)
  Object.defineProperty(server, 'emit', { value: emit, writable: true, configurable: true })
  return server
}

type MessageSocket = Socket & { _httpMessage?: object | null }

/** Emits as every server does; a socket that leaves HTTP behind takes nothing of ours along. */
function emit(this: Server, event: string, ...args: unknown[]): boolean {
  if (event === 'upgrade' || event === 'connect') handOver(args[1] as MessageSocket)
  return Object.getPrototypeOf(this).emit.call(this, event, ...args)
}

function handOver(socket: MessageSocket): void {
  useExactTimeouts(socket)
  // An answer that was asked for before is still written, and told when it is lost.
  if (!socket._httpMessage) socket.off('close', tellResponse)
}

/** A socket of HTTP/2 has times of its own. */
function noteSocket(socket: Socket & { readonly alpnProtocol?: string | false | null }): void {
  if (socket.alpnProtocol !== 'h2') useCoarseTimeouts(socket)
}

function watchForLoss(socket: Socket): void {
  lookForWatchers()
  socket.on('close', tellResponse)
}

function tellResponse(this: MessageSocket): void {
  const response = this._httpMessage
  if (response && isLightResponse(response)) closeUnanswered(response)
}
