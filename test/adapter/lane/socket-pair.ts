import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { TestContext } from 'node:test'

/** Returns both ends of a TCP connection. @param prepare gets the accepted socket before it reads */
export async function openPair(t: TestContext, prepare: (accepted: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, prepare).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [accepted] = (await once(server, 'connection')) as [Socket]
  t.after(() => {
    client.destroy()
    accepted.destroy()
    server.close()
  })
  return { accepted, client }
}
