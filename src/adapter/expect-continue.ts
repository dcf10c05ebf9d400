/** Sends 100 Continue (RFC 9110 §10.1.1) only when something reads the body. Node sends it at once, even into an earlier response. */
import type { Server } from 'node:http'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { deferInterims } from './stock/interim.ts'
import { deferContinue, sendContinue } from './stock/send-continue.ts'

const own = new WeakSet<object>()

/** If not, the next bytes on the connection begin the next request. */
function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0))
}

/** Node closes the connection after a final response without a 100, in case the body follows. If none can follow, this keeps it open. */
function keepOpen(raw: IncomingMessage, rawReply: ServerResponse): void {
  Object.defineProperty(rawReply, '_expect_continue', {
    get: () => hasMoreToCome(raw),
    set: () => {},
    configurable: true,
    enumerable: true
  })
}

/** As in Node, a `checkContinue` listener of the application replaces this one. */
export function handleExpectContinue(server: Server, listener: RawListener): void {
  const onExpectContinue = (raw: IncomingMessage, rawReply: ServerResponse): void => {
    if (raw.httpVersionMajor === 1) keepOpen(raw, deferInterims(rawReply))
    const listeners = server.listeners('checkContinue')
    // If two apps have used the server, only the listener that was added last acts.
    if (listeners.findLast((one) => own.has(one)) !== onExpectContinue) return
    if (listeners.some((one) => !own.has(one))) return
    deferContinue(rawReply, () => {
      if (!rawReply.headersSent && !rawReply.destroyed) rawReply.writeContinue()
    })
    // Other `request` listeners may read the body from Node's message, which cannot be detected.
    if (server.listeners('request').some((one) => one !== listener)) sendContinue(rawReply)
    server.emit('request', raw, rawReply)
  }
  own.add(onExpectContinue)
  // A server from `serverFactory` may lack `once`, which is reported later.
  const forget = () => void server.off('checkContinue', onExpectContinue).off('close', forget)
  server.on('checkContinue', onExpectContinue)
  server.on('close', forget)
}
