import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { test } from 'node:test'
import { RequestListeners } from '../../src/adapter/request-listeners.ts'

const ignore = (): void => {}

/** The results of `check` and `hasOthers`. */
function stateAfter(change: (server: Server) => void): [isFirst: boolean, hasOthers: boolean] {
  const server = createServer(ignore)
  const listeners = new RequestListeners(server)
  assert.deepEqual([listeners.check(), listeners.hasOthers], [true, false])
  change(server)
  return [listeners.check(), listeners.hasOthers]
}

test('a listener behind the listener of the app is another one', () => {
  assert.deepEqual(
    stateAfter((server) => server.on('request', () => {})),
    [true, true]
  )
})

test('a listener that was taken off is none', () => {
  const change = (server: Server) => server.on('request', assert.fail).off('request', assert.fail)
  assert.deepEqual(stateAfter(change), [true, false])
})

const before: Record<string, (server: Server) => void> = {
  'a listener in front': (server) => server.prependListener('request', () => {}),
  'a listener in place': (server) => server.removeAllListeners('request').on('request', () => {}),
  'no listener': (server) => server.removeAllListeners('request'),
  'an emit of the server': (server) => Object.assign(server, { emit: () => true }),
  'an emit of its class': (server) =>
    Object.setPrototypeOf(server, Object.create(Object.getPrototypeOf(server), { emit: { value: ignore } }))
}

for (const [name, change] of Object.entries(before))
  test(`the app is not first behind ${name}`, () => assert.equal(stateAfter(change)[0], false))
