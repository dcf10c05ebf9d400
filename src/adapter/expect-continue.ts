/**
 * Handles `Expect: 100-continue` (RFC 9110 §10.1.1).
 *
 * By default Node sends the 100 as soon as the request arrives, even while an earlier response on the connection is being written. The bytes of the
 * 100 then end up inside the earlier response. Here the 100 waits for its turn, and is sent only when something reads the body.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { deferInterims } from './stock/interim.ts'
import { deferContinue, sendContinue } from './stock/send-continue.ts'

const own = new WeakSet<object>()

/** Whether bytes of the body are still to come. Otherwise the next bytes on the connection begin the next request. */
function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0))
}

/**
 * Keeps the connection open if no bytes of the body can follow. Node closes it after each final response that was sent without a 100, because the
 * next bytes could be the body or another request.
 */
function keepOpen(raw: IncomingMessage, rawReply: ServerResponse): void {
  Object.defineProperty(rawReply, '_expect_continue', {
    get: () => hasMoreToCome(raw),
    set: () => {},
    configurable: true,
    enumerable: true
  })
}

/** Sends 100 Continue on demand for the requests of a server. A `checkContinue` listener of the application replaces this one, as in Node. */
export function handleExpectContinue(server: Server, listener: RawListener): void {
  const onExpectContinue = (raw: IncomingMessage, rawReply: ServerResponse): void => {
    if (raw.httpVersionMajor === 1) keepOpen(raw, deferInterims(rawReply))
    const listeners = server.listeners('checkContinue')
    // A server that another app reuses may have the listeners of both apps. Only the listener that was added last acts.
    if (listeners.findLast((one) => own.has(one)) !== onExpectContinue) return
    if (listeners.some((one) => !own.has(one))) return
    deferContinue(rawReply, () => {
      if (!rawReply.headersSent && !rawReply.destroyed) rawReply.writeContinue()
    })
    // Other `request` listeners may read the body from Node's message. Such a read cannot be detected, so 100 Continue is sent at once.
    if (server.listeners('request').some((one) => one !== listener)) sendContinue(rawReply)
    server.emit('request', raw, rawReply)
  }
  own.add(onExpectContinue)
  // A server from `serverFactory` may lack methods. A later check reports them, so only `on` is called here and not `once`.
  const forget = () => void server.off('checkContinue', onExpectContinue).off('close', forget)
  server.on('checkContinue', onExpectContinue)
  server.on('close', forget)
}
