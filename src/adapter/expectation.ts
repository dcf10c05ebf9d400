/**
 * Handles `Expect: 100-continue` (RFC 9110 §10.1.1). Node sends the interim response when a request arrives, even while an earlier one of its
 * connection is being answered. The interim response then ends up inside a binary body of that one. Here it is sent in order, and only when something
 * reads the body.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { holdInterims } from './stock/interim.ts'
import { invite, keepInvitation } from './stock/invitation.ts'

const own = new WeakSet<object>()

/** Whether the request announces a body that has not arrived completely. No later request of the connection can have been accepted yet. */
function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0))
}

/**
 * Keeps the connection open where it is safe. Node ends it after a response without an earlier 100 Continue, because the client may or may not send its
 * body. Where the body has arrived, or there is none, the following requests can be answered.
 */
function keepOpen(raw: IncomingMessage, rawReply: ServerResponse): void {
  Object.defineProperty(rawReply, '_expect_continue', {
    get: () => hasMoreToCome(raw),
    set: () => {},
    configurable: true,
    enumerable: true
  })
}

/** Sends 100 Continue for a server until it is closed. A `checkContinue` listener of the application replaces this one, as in Node. */
export function answerExpectations(server: Server, listener: RawListener): void {
  const onExpectation = (raw: IncomingMessage, rawReply: ServerResponse): void => {
    if (raw.httpVersionMajor === 1) keepOpen(raw, holdInterims(rawReply))
    const listeners = server.listeners('checkContinue')
    // A server that another app uses again may have the listeners of both apps. Only the one that was added last acts.
    if (listeners.findLast((one) => own.has(one)) !== onExpectation) return
    if (listeners.some((one) => !own.has(one))) return
    keepInvitation(rawReply, () => {
      if (!rawReply.headersSent && !rawReply.destroyed) rawReply.writeContinue()
    })
    // Other `request` listeners may read the body directly from Node's message. So 100 Continue is sent at once.
    if (server.listeners('request').some((one) => one !== listener)) invite(rawReply)
    server.emit('request', raw, rawReply)
  }
  own.add(onExpectation)
  // A server from `serverFactory` may lack `off`. It must have only `on`.
  const forget = () => void server.off('checkContinue', onExpectation).off('close', forget)
  server.on('checkContinue', onExpectation)
  server.on('close', forget)
}
