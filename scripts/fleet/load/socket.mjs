/** A WebSocket of the agents' talk, which hears itself ten times a second and comes back when it is closed. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'

/** @returns a function that ends it, and resolves to what it counted */
export function startSocket({ acme, headers }) {
  const counts = { said: 0, unheard: 0, closes: 0, refusals: [] }
  const waiting = new Set()
  let isOver = false
  const talk = async () => {
    while (!isOver) {
      const socket = new WebSocket(`${acme.replace('http', 'ws')}/talk`, { headers, handshakeTimeout: 20_000 })
      socket.on('error', () => {})
      socket.on('unexpected-response', (_request, { statusCode }) => {
        counts.refusals.push(statusCode)
        socket.terminate()
      })
      socket.on('message', (text) => waiting.delete(`${text}`.split(': ')[1]))
      // An error comes before the close, and `once` rejects with it.
      const closed = once(socket, 'close').catch(() => {})
      await Promise.race([once(socket, 'open').catch(() => {}), closed])
      while (!isOver && socket.readyState === WebSocket.OPEN) {
        const text = String(++counts.said)
        waiting.add(text)
        socket.send(text)
        await Promise.race([sleep(100), closed])
      }
      if (isOver) {
        socket.close()
        await Promise.race([closed, sleep(1000).then(() => socket.terminate())])
        break
      }
      counts.closes++
      counts.unheard += waiting.size
      waiting.clear()
      await sleep(200)
    }
  }
  const talking = talk()
  return async () => {
    isOver = true
    await talking
    return counts
  }
}
