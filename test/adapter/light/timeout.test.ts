import assert from 'node:assert/strict'
import { Socket } from 'node:net'
import { mock, test } from 'node:test'
import { useCoarseTimeouts } from '../../../src/adapter/light/timeout.ts'

mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })

/** A socket with coarse timeouts, and how often it has timed out. */
function makeSocket(): { socket: Socket & { _unrefTimer(): void }; count: () => number } {
  const socket = new Socket() as Socket & { _unrefTimer(): void }
  let timeouts = 0
  socket.on('timeout', () => timeouts++)
  useCoarseTimeouts(socket)
  return { socket, count: () => timeouts }
}

const pass = (milliseconds: number): void => {
  for (let passed = 0; passed < milliseconds; passed += 100) mock.timers.tick(100)
}

test('a long timeout fires not early, and at most a second late', () => {
  for (const offset of [0, 100, 300, 400]) {
    const { socket, count } = makeSocket()
    pass(offset)
    socket.setTimeout(6000)
    assert.equal(socket.timeout, 6000)
    pass(6000)
    assert.equal(count(), 0)
    pass(1000)
    assert.equal(count(), 1)
    socket.destroy()
  }
})

test('a long timeout fires once, until there is activity again', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(5000)
  pass(20_000)
  assert.equal(count(), 1)
  socket._unrefTimer()
  pass(20_000)
  assert.equal(count(), 2)
  socket.destroy()
})

test('activity postpones a long timeout', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(5000)
  for (let turn = 0; turn < 5; turn++) {
    pass(4000)
    socket._unrefTimer()
  }
  assert.equal(count(), 0)
  pass(6000)
  assert.equal(count(), 1)
  socket.destroy()
})

test('a timeout that becomes shorter fires at its own time', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(72_000)
  pass(2000)
  socket.setTimeout(5000)
  pass(5000)
  assert.equal(count(), 0)
  pass(1000)
  assert.equal(count(), 1)
  socket.destroy()
})

test('a timeout that becomes longer does not fire at its old time', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(5000)
  socket.setTimeout(9000)
  pass(9000)
  assert.equal(count(), 0)
  pass(1000)
  assert.equal(count(), 1)
  socket.destroy()
})

test('a closed socket is let go at once, and the others keep their time', () => {
  const sockets = Array.from({ length: 5 }, makeSocket)
  for (const { socket } of sockets) socket.setTimeout(5000)
  sockets[0]?.socket.emit('close', false)
  sockets[3]?.socket.emit('close', false)
  pass(6000)
  assert.deepEqual(
    sockets.map(({ count }) => count()),
    [0, 1, 1, 0, 1]
  )
  for (const { socket } of sockets) socket.destroy()
})

test('a long timeout can be taken back and set again', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(5000)
  pass(4000)
  socket.setTimeout(0)
  assert.equal(socket.timeout, 0)
  pass(20_000)
  assert.equal(count(), 0)
  socket.setTimeout(5000)
  pass(6000)
  assert.equal(count(), 1)
  socket.destroy()
})

test('a short timeout and one with a callback replace a long one, and are Node’s own', () => {
  const { socket, count } = makeSocket()
  const own = mock.method(Socket.prototype, 'setTimeout')
  socket.setTimeout(5000)
  assert.equal(own.mock.callCount(), 0)
  socket.setTimeout(1000)
  assert.equal(own.mock.callCount(), 1)
  socket.setTimeout(5000)
  socket.setTimeout(9000, () => {})
  assert.equal(own.mock.callCount(), 3, 'one call to take the short one back, one for the callback')
  pass(8000)
  assert.equal(count(), 0, 'neither of the long ones is left')
  assert.throws(() => socket.setTimeout(-1), { code: 'ERR_OUT_OF_RANGE' })
  own.mock.restore()
  socket.destroy()
})

test('what happens on a socket postpones the timeout of the one below, which carries its TLS', () => {
  const { socket } = makeSocket()
  const below = new Socket().setTimeout(1000)
  const timer = Object.getOwnPropertySymbols(below)
    .map((symbol) => (below as unknown as Record<symbol, NodeJS.Timeout | null>)[symbol])
    .find((value) => typeof value?.refresh === 'function')
  const refresh = mock.method(timer as NodeJS.Timeout, 'refresh')
  Object.assign(socket, { _parent: below })
  socket.setTimeout(5000)
  socket._unrefTimer()
  assert.equal(refresh.mock.callCount(), 1)
  socket.destroy()
  below.destroy()
})

test('a destroyed socket is let go', () => {
  const { socket, count } = makeSocket()
  socket.setTimeout(5000)
  socket.destroy()
  pass(20_000)
  assert.equal(count(), 0)
})

test('what is no network socket is left alone', () => {
  const stream = { on() {} }
  useCoarseTimeouts(stream)
  assert.deepEqual(Object.keys(stream), ['on'])
})
