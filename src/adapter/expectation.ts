/**
 * `Expect: 100-continue` (RFC 9110 §10.1.1). Node sends the interim answer when a request arrives, also before the turn of the request in its
 * pipeline. It then puts that answer into the body of a binary one. Here it is sent in turn, and when something reads the body.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { holdInterims } from './stock/interim.ts'
import { invite, keepInvitation } from './stock/invitation.ts'

const own = new WeakSet<object>()

/** Whether the request announces content that has not arrived. No later request of the connection can have been accepted yet. */
function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0))
}

/**
 * Node ends the connection behind an answer that no invitation preceded, because the client may or may not send its body. Where that has arrived, or
 * there is none, the requests behind it are answered.
 */
function keepOpen(raw: IncomingMessage, rawReply: ServerResponse): void {
  Object.defineProperty(rawReply, '_expect_continue', {
    get: () => hasMoreToCome(raw),
    set: () => {},
    configurable: true,
    enumerable: true
  })
}

/** Answers the expectations of a server's clients until it is closed. A listener of the application takes them over, as it does with Node. */
export function answerExpectations(server: Server, listener: RawListener): void {
  const onExpectation = (raw: IncomingMessage, rawReply: ServerResponse): void => {
    if (raw.httpVersionMajor === 1) keepOpen(raw, holdInterims(rawReply))
    const listeners = server.listeners('checkContinue')
    // A server that an application keeps for the next one may have the listener of both.
    if (listeners.findLast((one) => own.has(one)) !== onExpectation) return
    if (listeners.some((one) => !own.has(one))) return
    keepInvitation(rawReply, () => {
      if (!rawReply.headersSent && !rawReply.destroyed) rawReply.writeContinue()
    })
    // Others who listen may read the body without asking for it here.
    if (server.listeners('request').some((one) => one !== listener)) invite(rawReply)
    server.emit('request', raw, rawReply)
  }
  own.add(onExpectation)
  // A server from `serverFactory` needs to have `on` only.
  const forget = () => void server.off('checkContinue', onExpectation).off('close', forget)
  server.on('checkContinue', onExpectation)
  server.on('close', forget)
}
