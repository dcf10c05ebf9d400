/** Delays 100 Continue until something reads the body. A hook that refuses the request thus prevents the upload (RFC 9110 §10.1.1). */
import type { ServerResponse } from 'node:http'

const deferred = new WeakMap<ServerResponse, () => void>()
/** Stays false in most processes, where no client sends `Expect`. `deferred` need not be searched then. */
let hasAny = false

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
