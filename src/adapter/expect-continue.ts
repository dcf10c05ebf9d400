/**
 * Sends 100 Continue (RFC 9110 §10.1.1) only when the app reads the body. Node would send it immediately, even for a request that the app refuses.
 */
import type { Server } from 'node:http'
import type { IncomingMessage, RawListener, ServerResponse } from '../node-http.ts'
import { deferInterims } from './stock/interim.ts'
import { deferContinue, sendContinue } from './stock/send-continue.ts'

const own = new WeakSet<object>()

/** Returns false if the message is complete: the next bytes on the connection then begin the next request. */
function hasMoreToCome({ complete, headers }: IncomingMessage): boolean {
  const length = headers['content-length']
  return !complete && (headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) > 0))
}

/** Without a 100, Node closes the connection after the response, because the body may still follow. If there is no body, that is needless. */
function keepOpen(raw: IncomingMessage, rawReply: ServerResponse): void {
  Object.defineProperty(rawReply, '_expect_continue', {
    get: () => hasMoreToCome(raw),
    set: () => {},
    configurable: true,
    enumerable: true
  })
}

export function handleExpectContinue(server: Server, listener: RawListener): void {
  const onExpectContinue = (raw: IncomingMessage, rawReply: ServerResponse): void => {
    if (raw.httpVersionMajor === 1) keepOpen(raw, deferInterims(rawReply))
    const listeners = server.listeners('checkContinue')
    // Apps may share a server. Only the app that was attached last handles the request.
    if (listeners.findLast((one) => own.has(one)) !== onExpectContinue) return
    if (listeners.some((one) => !own.has(one))) return
    deferContinue(rawReply, () => {
      if (!rawReply.headersSent && !rawReply.destroyed) rawReply.writeContinue()
    })
    // Another `request` listener may read the body from Node's message, which cannot be detected. So 100 Continue is sent now.
    if (server.listeners('request').some((one) => one !== listener)) sendContinue(rawReply)
    server.emit('request', raw, rawReply)
  }
  own.add(onExpectContinue)
  // A server from `serverFactory` may lack `once`. Another check reports that server later, so `once` is not used here.
  const forget = () => void server.off('checkContinue', onExpectContinue).off('close', forget)
  server.on('checkContinue', onExpectContinue)
  server.on('close', forget)
}
