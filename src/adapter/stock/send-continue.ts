/** Delays 100 Continue until the app reads the body. A hook that refuses the request can thus prevent the upload (RFC 9110 §10.1.1). */
import type { ServerResponse } from 'node:http'

const deferred = new WeakMap<ServerResponse, () => void>()
/** Avoids the lookup in `deferred`, because in most processes no client sends `Expect`. */
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
