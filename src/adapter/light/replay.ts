/**
 * The body of a request that becomes real late: the stream is put where it would be by now, and goes on from there.
 *
 * Leans on: the state that a Readable keeps of itself, and `_dump()`, by which Node's server drops a body that nobody read.
 */
import { Socket } from 'node:net'
import { IncomingMessage } from '../../node-http.ts'

/** How far a stream has come whose bytes are all gone: 'end' is being told; it is destroyed and 'close' is to come; it is closed. */
export type Ending = 'told' | 'destroyed' | 'closed'

interface Internals {
  _consuming: boolean
  _dumped: boolean
  _dump(): void
  _readableState: Record<'ended' | 'endEmitted' | 'destroyed' | 'closed' | 'closeEmitted' | 'dataEmitted', boolean> & {
    flowing: boolean | null
  }
}

function internalsOf(message: IncomingMessage): Internals {
  return message as unknown as Internals
}

/** What a stream that was dropped unread says of its flow; Node ≥ 26 takes a shorter way than before. */
const flowOfDropped = createDropped().readableFlowing

function createDropped(): IncomingMessage {
  const dropped = Object.assign(new IncomingMessage(new Socket()), { complete: true })
  dropped.push(null)
  internalsOf(dropped)._dump()
  return dropped
}

interface Body {
  /** What has arrived and was not read. */
  readonly chunks: readonly Buffer[]
  readonly hasBytes: boolean
  readonly hasEnded: boolean
  readonly isDropped: boolean
}

/** Of a body that is not at its end: what has arrived is there to be read, unless the body is dropped. */
export function replayBody(stock: IncomingMessage, { chunks, hasBytes, hasEnded, isDropped }: Body): void {
  const internals = internalsOf(stock)
  // A real request notes by itself that it is read, or dropped.
  internals._consuming = false
  for (const chunk of chunks) stock.push(chunk)
  if (hasEnded) stock.push(null)
  if (isDropped) {
    internals._dumped = false
    internals._dump()
  } else if (hasBytes && chunks.length === 0) internals._readableState.dataEmitted = true
}

/** Of a body that was read, or dropped, to its end. */
export function replayEnd(stock: IncomingMessage, ending: Ending, body: Pick<Body, 'hasBytes' | 'isDropped'>): void {
  const state = internalsOf(stock)._readableState
  state.flowing = body.isDropped && !body.hasBytes ? flowOfDropped : true
  state.dataEmitted = body.hasBytes
  state.ended = state.endEmitted = true
  if (ending === 'destroyed') stock.destroy()
  else if (ending === 'closed') state.destroyed = state.closed = state.closeEmitted = true
}
