import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { settle, type Unread } from '../../../src/adapter/lane/settle.ts'

/** Makes a request that has arrived, with this body. */
function arrived(body: string | null = null): Unread {
  const request = new IncomingMessage(new Socket()) as Unread
  request.complete = true
  if (body !== null) request.push(body)
  request.push(null)
  return request
}

function stateOf(request: Unread) {
  const { _dumped, aborted, closed, destroyed, errored, readable, readableAborted, readableEnded, readableLength } =
    request
  return { _dumped, aborted, closed, destroyed, errored, readable, readableAborted, readableEnded, readableLength }
}

test('a request without a body and without listeners ends in the state in which Node leaves it', async () => {
  const dumped = arrived()
  const settled = arrived()
  dumped._dump()
  settle(settled, null)
  assert.equal(settled.readableFlowing, dumped.readableFlowing)
  assert.equal(settled.destroyed, false)
  await turn()
  assert.deepEqual(stateOf(settled), stateOf(dumped))
})

async function eventsOf(listensFirst: boolean): Promise<string[]> {
  const events: string[] = []
  const request = arrived()
  await turn()
  const reply = Object.assign(new ServerResponse(request), { destroyed: false, _closed: false })
  reply.on('close', () => events.push('response close'))
  const listen = () => {
    for (const event of ['data', 'end', 'close']) request.on(event, () => events.push(event))
  }
  if (listensFirst) listen()
  settle(request, reply)
  if (!listensFirst) listen()
  assert.deepEqual(events, [])
  await turn()
  return events
}

test('a listener that is added in the turn in which the response was complete gets the same events as an earlier one', async () => {
  const events = await eventsOf(false)
  assert.deepEqual(events.toSorted(), ['close', 'end', 'response close'])
  assert.deepEqual(events, await eventsOf(true))
})

test('a replaced `emit` gets the events, too', async () => {
  const events: unknown[] = []
  const request = arrived()
  request.emit = (event: unknown) => events.push(event) > 0
  settle(request, null)
  await turn()
  assert.ok(events.includes('end'))
})

test('a body that was not read is dropped', async () => {
  const request = arrived('text')
  settle(request, null)
  await turn()
  assert.equal(request.readableLength, 0)
  assert.equal(request.readableEnded, true)
})

test('a request whose body still arrives ends when its body does', async () => {
  const request = new IncomingMessage(new Socket()) as Unread
  settle(request, null)
  await turn()
  assert.equal(request.readableEnded, false)
  request.complete = true
  request.push(null)
  await turn()
  assert.equal(request.readableEnded, true)
})
