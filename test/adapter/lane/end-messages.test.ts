import assert from 'node:assert/strict'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { endMessages, type RequestInternals } from '../../../src/adapter/lane/end-messages.ts'

function arrived(body: string | null = null): RequestInternals {
  const request = new IncomingMessage(new Socket()) as RequestInternals
  request.complete = true
  if (body !== null) request.push(body)
  request.push(null)
  return request
}

function stateOf(request: RequestInternals) {
  const { _dumped, aborted, closed, destroyed, errored, readable, readableAborted, readableEnded, readableLength } =
    request
  return { _dumped, aborted, closed, destroyed, errored, readable, readableAborted, readableEnded, readableLength }
}

test('a request without a body and listeners ends in the same state as in Node', async () => {
  const dumped = arrived()
  const ended = arrived()
  dumped._dump()
  endMessages(ended, null)
  assert.equal(ended.readableFlowing, dumped.readableFlowing)
  assert.equal(ended.destroyed, false)
  await turn()
  assert.deepEqual(stateOf(ended), stateOf(dumped))
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
  endMessages(request, reply)
  if (!listensFirst) listen()
  assert.deepEqual(events, [])
  await turn()
  return events
}

test('a listener added in the turn of the complete response gets the same events as an earlier one', async () => {
  const events = await eventsOf(false)
  assert.deepEqual(events.toSorted(), ['close', 'end', 'response close'])
  assert.deepEqual(events, await eventsOf(true))
})

test('a replaced `emit` receives the events', async () => {
  const events: unknown[] = []
  const request = arrived()
  request.emit = (event: unknown) => events.push(event) > 0
  endMessages(request, null)
  await turn()
  assert.ok(events.includes('end'))
})

test('an unread body is dropped', async () => {
  const request = arrived('text')
  endMessages(request, null)
  await turn()
  assert.equal(request.readableLength, 0)
  assert.equal(request.readableEnded, true)
})

test('a request with an incomplete body ends when its body ends', async () => {
  const request = new IncomingMessage(new Socket()) as RequestInternals
  endMessages(request, null)
  await turn()
  assert.equal(request.readableEnded, false)
  request.complete = true
  request.push(null)
  await turn()
  assert.equal(request.readableEnded, true)
})
