/**
 * Ends a connection after its last response. The client may still send, and a closed connection replies to its bytes with a reset. The client may lose
 * the unread response by the reset (RFC 9112 §9.6). So the connection is half closed first, and what arrives is dropped for a while.
 */
import type { Duplex } from 'node:stream'

/** In milliseconds: how long a client may take to close its side. */
const patience = 2000

export function endSoon(socket: Duplex): void {
  if (socket.destroyed) return
  const end = () => socket.destroy()
  const timer = setTimeout(end, patience)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', end).on('end', end)
  socket.end()
  socket.resume()
}
