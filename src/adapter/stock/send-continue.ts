/**
 * Sends 100 Continue to a client that sent `Expect: 100-continue` and waits for it, once something reads the body. A hook that refuses the request
 * does not read the body, so the client need not upload it (RFC 9110 §10.1.1).
 */
import type { ServerResponse } from 'node:http'

const deferred = new WeakMap<ServerResponse, () => void>()
/** False until a client has sent `Expect`: `deferred` is then empty and need not be searched. */
let hasAny = false

/** Stores how to send 100 Continue for a request until its body is read. */
export function deferContinue(rawReply: ServerResponse, send: () => void): void {
  hasAny = true
  deferred.set(rawReply, send)
}

export function expectsContinue(rawReply: ServerResponse): boolean {
  return hasAny && deferred.has(rawReply)
}

export function sendContinue(rawReply: ServerResponse): void {
  if (!hasAny) return
  const send = deferred.get(rawReply)
  deferred.delete(rawReply)
  send?.()
}
