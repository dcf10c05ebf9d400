// The readers of `bench/streams.mjs`: sockets in a process of their own, which read everything or nothing.
// Arguments: the port or the path, how many, the target, and whether they read.
import { once } from 'node:events'
import { connect } from 'node:net'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'

const [address, streams, target, reads] = process.argv.slice(2)
const request = `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`
/** How many connect at once: a queue of connections has an end. */
const batch = 100

async function open() {
  for (;;) {
    const socket = /^\d+$/.test(address) ? connect(Number(address), '127.0.0.1') : connect(address)
    try {
      await once(socket, 'connect')
    } catch (error) {
      // The queue of a Unix socket is full while the server is busy with others.
      if (error.code !== 'EAGAIN') throw error
      await sleep(10)
      continue
    }
    socket.on('error', () => {})
    if (reads === 'true') socket.resume()
    else socket.pause()
    return socket.write(request)
  }
}

for (let opened = 0; opened < Number(streams); opened += batch)
  await Promise.all(Array.from({ length: Math.min(batch, streams - opened) }, open))
process.on('disconnect', () => process.exit())
process.send({ result: 'open' })
