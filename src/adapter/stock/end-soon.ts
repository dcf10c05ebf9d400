/**
 * Ends a connection after its last response. If the connection were closed while the client still sends, the system would reply with a reset. The
 * client may then lose the unread response (RFC 9112 §9.6). So only the sending side is closed first, and arriving bytes are dropped for a while.
 */
import type { Duplex } from 'node:stream'

/** In milliseconds: how long a client may take to close its side. */
const longestDrain = 2000

export function endSoon(socket: Duplex): void {
  if (socket.destroyed) return
  const end = () => socket.destroy()
  const timer = setTimeout(end, longestDrain)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
  socket.on('error', end).on('end', end)
  socket.end()
  socket.resume()
}
