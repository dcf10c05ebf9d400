/** Closes the sending side first. Closing both sides would reset the client, which may then lose the response (RFC 9112 §9.6). */
import type { Duplex } from 'node:stream'

/** In milliseconds: how long a client may take to close its side. Its bytes are dropped meanwhile. */
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
