// The readers of `bench/streams.mjs`: sockets in a process of their own, which read everything or nothing.
// Arguments: the port or the path, how many, the target, and whether they read.
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'

const [address, streams, target, reads] = process.argv.slice(2)
const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`
/** How many connect at once: a queue of connections has an end. */
const batch = 100

for (let open = 0; open < Number(streams); open += batch) {
  const sockets = Array.from({ length: Math.min(batch, streams - open) }, () =>
    /^\d+$/.test(address) ? connect(Number(address), '127.0.0.1') : connect(address)
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) {
    socket.on('error', () => {})
    if (reads === 'true') socket.resume()
    else socket.pause()
    socket.write(request)
  }
}
process.on('disconnect', () => process.exit())
process.send({ result: 'open' })
