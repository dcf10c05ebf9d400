/** Closes a connection gently: first the sending side. Closing both at once may reset the connection before the client has read (RFC 9112 §9.6). */
import type { Duplex } from 'node:stream'

/** In milliseconds: how long the client may take to close its side. Bytes that it sends are dropped. */
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
