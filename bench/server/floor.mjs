// The floor: a server that reads nothing, and answers each packet with the bytes that `node:http` answers in row 1.
import { createServer } from 'node:net'
import { small } from '../schema.mjs'

export function serve(_app, { port = 0 } = {}) {
  const body = JSON.stringify(small)
  const fields = [
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    'Connection: keep-alive',
    'Keep-Alive: timeout=72'
  ]
  const answer = `HTTP/1.1 200 OK\r\n${fields.join('\r\n')}\r\n\r\n${body}`
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('data', () => socket.write(answer, 'latin1')).on('error', () => {})
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server.address().port)))
}
