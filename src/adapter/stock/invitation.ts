/**
 * Invitations to send a body. A client that sends `Expect: 100-continue` waits for one. It is sent when something reads the body. An answer without
 * the body, such as a refusal by a guard, costs the client no upload (RFC 9110 §10.1.1).
 */
import type { ServerResponse } from 'node:http'

const invitations = new WeakMap<ServerResponse, () => void>()
/** Spares requests the look before any client has asked. */
let isAny = false

/** Keeps the invitation of a request until its body is wanted. */
export function keepInvitation(rawReply: ServerResponse, give: () => void): void {
  isAny = true
  invitations.set(rawReply, give)
}

/** Tells whether a client waits for an invitation. */
export function awaitsInvitation(rawReply: ServerResponse): boolean {
  return isAny && invitations.has(rawReply)
}

/** Invites the client to send its body, if it waits for that. */
export function invite(rawReply: ServerResponse): void {
  if (!isAny) return
  const give = invitations.get(rawReply)
  invitations.delete(rawReply)
  give?.()
}
