import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { test } from 'node:test'
import { endSoon } from '../../../src/adapter/stock/end-soon.ts'

async function open(allowHalfOpen: boolean): Promise<{ server: Socket; client: Socket; close: () => void }> {
  const listening = createServer({ allowHalfOpen: true }).listen(0)
  await once(listening, 'listening')
  const client = connect({ port: (listening.address() as AddressInfo).port, allowHalfOpen })
  const [server] = (await once(listening, 'connection')) as [Socket]
  return { server, client, close: () => listening.close() }
}

test('endSoon delivers the whole response and the end to a client that still sends', async () => {
  const { server, client, close } = await open(false)
  client.write(Buffer.alloc(1_000_000))
  server.write('the answer')
  endSoon(server)
  const closed = once(server, 'close')
  const chunks: Buffer[] = []
  for await (const chunk of client) chunks.push(chunk)
  assert.equal(String(Buffer.concat(chunks)), 'the answer')
  await closed
  close()
})

test('endSoon destroys the socket of a client that never ends its side', async () => {
  const { server, client, close } = await open(true)
  client.on('error', () => {}).resume()
  const sending = setInterval(() => client.write('more'), 50)
  endSoon(server)
  await once(server, 'close')
  assert.equal(server.destroyed, true)
  clearInterval(sending)
  client.destroy()
  close()
})

test('endSoon leaves a destroyed socket unchanged', async () => {
  const { server, client, close } = await open(false)
  server.destroy()
  endSoon(server)
  assert.equal(server.writableEnded, false)
  client.on('error', () => {}).destroy()
  close()
})
