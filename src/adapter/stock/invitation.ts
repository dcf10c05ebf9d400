/**
 * Sends 100 Continue to a client that sent `Expect: 100-continue` and waits for it, once something reads the body. A hook that refuses the request
 * does not read the body, so the client need not upload it (RFC 9110 §10.1.1).
 */
import type { ServerResponse } from 'node:http'

const invitations = new WeakMap<ServerResponse, () => void>()
/** False until a client has sent `Expect`: `invitations` is then empty and need not be searched. */
let isAny = false

/** Stores how to send 100 Continue for a request until its body is read. */
export function keepInvitation(rawReply: ServerResponse, give: () => void): void {
  isAny = true
  invitations.set(rawReply, give)
}

export function awaitsInvitation(rawReply: ServerResponse): boolean {
  return isAny && invitations.has(rawReply)
}

export function invite(rawReply: ServerResponse): void {
  if (!isAny) return
  const give = invitations.get(rawReply)
  invitations.delete(rawReply)
  give?.()
}
