import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { attach, detach, laneOf, type SocketReceiver, socketEvents } from '../../../src/adapter/lane/socket-events.ts'
import { until } from '../../until.ts'
import { openPair } from './socket-pair.ts'

const timeout = 20_000

/** A lane that notes its calls, and takes shared bytes if they begin with `!`. */
function noting(notes: string[]): SocketReceiver {
  return {
    isIdle: true,
    isUnused: true,
    receiveShared: (shared, size) => shared[0] === 33 && notes.push(`shared ${shared.toString('latin1', 0, size)}`) > 0,
    receive: (bytes) => void notes.push(`bytes ${bytes}`),
    end: () => void notes.push('end'),
    drain: () => void notes.push('drain'),
    expire: () => void notes.push('expire'),
    close: (hadError) => void notes.push(`close ${hadError}`),
    fallBackAt: (event, error) => void notes.push(`${event} ${(error as Error).message}`)
  }
}

async function open(t: TestContext) {
  const notes: string[] = []
  const { accepted: socket, client } = await openPair(t, (accepted) => attach(accepted, noting(notes)))
  const told = (note: string) => until(() => notes.at(-1) === note, note)
  return { client, notes, socket, told }
}

test('a lane gets the bytes and the events of its socket', { timeout }, async (t) => {
  const { client, socket, told } = await open(t)
  client.write('!first')
  await told('shared !first')
  client.write('second')
  await told('bytes second')
  socket.setTimeout(1)
  await told('expire')
  socket.emit('drain')
  await told('drain')
  client.end()
  await told('end')
  socket.destroy(new Error('broken'))
  await told('close true')
})

test('an error of the socket reaches the lane', { timeout }, async (t) => {
  const { notes, socket, told } = await open(t)
  socket.destroy(new Error('broken'))
  await told('close true')
  assert.deepEqual(notes, ['error broken', 'close true'])
})

test('after the lane has left, the bytes of its socket are emitted', { timeout }, async (t) => {
  const { client, notes, socket } = await open(t)
  detach(socket)
  assert.deepEqual(
    [laneOf(socket), socketEvents.map((event) => socket.listenerCount(event)).some((count) => count > 1)],
    [undefined, false]
  )
  const chunk = once(socket, 'data')
  client.write('!text')
  assert.equal(String((await chunk)[0]), '!text')
  assert.deepEqual(notes, [])
})

test('each socket has its own lane', { timeout }, async (t) => {
  const [one, other] = [await open(t), await open(t)]
  one.client.write('!one')
  await one.told('shared !one')
  assert.notEqual(laneOf(one.socket), laneOf(other.socket))
  assert.deepEqual(other.notes, [])
})
