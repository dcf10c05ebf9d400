/**
 * Ends Node's request and response after the response was sent, as Node's server does. If the request has neither a body nor listeners, the final
 * state is set directly. Node would need four turns of the tick queue.
 *
 * Relies on internals of Node: `_dump()` discards a body, `_eventsCount` counts events with listeners, `_readableState` is the stream's state.
 */
import { EventEmitter } from 'node:events'
import { Socket } from 'node:net'
import { once } from '../../base/once.ts'
import { IncomingMessage, type ServerResponse } from '../../node-http.ts'

export type RequestInternals = IncomingMessage & {
  readonly _eventsCount: number
  readonly _readableState: {
    readonly ended: boolean
    readonly length: number
    flowing: boolean | null
    endEmitted: boolean
    destroyed: boolean
    closed: boolean
    closeEmitted: boolean
  }
  _dumped: boolean
  _dump(): void
}

export type ResponseInternals = ServerResponse & { destroyed: boolean; _closed: boolean }

const { emit: nodesEmit } = EventEmitter.prototype

function needsEvents({ _eventsCount, _readableState: { ended, flowing, length }, emit }: RequestInternals): boolean {
  return _eventsCount > 0 || emit !== nodesEmit || !ended || length > 0 || flowing !== null
}

/** Whether `_dump()` sets `flowing`, as Node before 26 does. Tested on a sample request. */
const flowsWhenDropped = once(() => {
  const sample = Object.assign(new IncomingMessage(new Socket()) as RequestInternals, { complete: true })
  sample.push(null)
  sample._dump()
  return sample._readableState.flowing
})

/** @param rawReply `null` if only the request was created */
export function endMessages(raw: RequestInternals, rawReply: ResponseInternals | null): void {
  if (needsEvents(raw)) return dumpBody(raw, rawReply)
  raw._dumped = true
  raw._readableState.flowing = flowsWhenDropped()
  process.nextTick(finish, raw, rawReply)
}

function dumpBody(raw: RequestInternals, rawReply: ResponseInternals | null): void {
  raw._dump()
  if (rawReply !== null) process.nextTick(closeResponse, rawReply)
}

function finish(raw: RequestInternals, rawReply: ResponseInternals | null): void {
  const state = raw._readableState
  const flowing = flowsWhenDropped()
  if (state.flowing === flowing) state.flowing = null
  // A listener was added in the meantime. It must get its events in Node's order.
  if (needsEvents(raw)) {
    raw._dumped = false
    return dumpBody(raw, rawReply)
  }
  state.flowing = flowing
  state.endEmitted = true
  state.destroyed = true
  state.closed = true
  state.closeEmitted = true
  if (rawReply !== null) closeResponse(rawReply)
}

export function closeResponse(rawReply: ResponseInternals): void {
  if (rawReply._closed) return
  rawReply.destroyed = true
  rawReply._closed = true
  rawReply.emit('close')
}
