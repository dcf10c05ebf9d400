/**
 * Sends 100 Continue. A client that sends `Expect: 100-continue` waits for it. It is sent when something reads the body. A refusal by a guard does not
 * read it, so the client saves the upload (RFC 9110 §10.1.1).
 */
import type { ServerResponse } from 'node:http'

const invitations = new WeakMap<ServerResponse, () => void>()
/** Saves the lookup until any client has sent `Expect`. */
let isAny = false

/** Stores how to send 100 Continue for a request until its body is read. */
export function keepInvitation(rawReply: ServerResponse, give: () => void): void {
  isAny = true
  invitations.set(rawReply, give)
}

/** Whether a client waits for 100 Continue. */
export function awaitsInvitation(rawReply: ServerResponse): boolean {
  return isAny && invitations.has(rawReply)
}

/** Sends 100 Continue if the client waits for it. */
export function invite(rawReply: ServerResponse): void {
  if (!isAny) return
  const give = invitations.get(rawReply)
  invitations.delete(rawReply)
  give?.()
}
