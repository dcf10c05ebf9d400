/**
 * Coarse idle timeouts: instead of arming and disarming a timer around every request, a socket notes how many ticks it may stay idle, and one
 * interval per process looks at all sockets. A timeout never fires early, and at most a second late.
 *
 * Only long timeouts without a callback are coarse, which is what Node's HTTP server sets between two requests; everything else, shorter or
 * with a callback, stays an exact timer. Activity counts as Node counts it.
 *
 * Leans on: `net.Socket` calling its own `_unrefTimer()` at each activity, and `_onTimeout()` deciding what an elapsed timeout means.
 */
import { Socket } from 'node:net'
import { lookForWatchers } from './observed.ts'

/** Milliseconds between two looks at the sockets. */
const tickLength = 500
/** Timeouts shorter than this many milliseconds stay exact. */
const coarseFrom = 4000
const never = Number.POSITIVE_INFINITY

/** What a look at a socket touches: reading something so small costs half of reading the socket itself. */
interface IdleState {
  readonly socket: NodeSocket
  /** Where it stands among all. */
  place: number
  /** Ticks the socket may stay idle; 0 while no coarse timeout is set. */
  span: number
  /** The tick at which it has been idle too long. */
  deadline: number
  /** True while an exact timer may be running instead. */
  exact: boolean
}

interface NodeSocket extends Omit<Socket, 'timeout'> {
  timeout?: number
  [idle]?: IdleState
  _unrefTimer(): void
  _onTimeout(): void
}

const idle = Symbol('espalier.idle')
const exact = Socket.prototype as NodeSocket
const states: IdleState[] = []
let tick = 0
let interval: NodeJS.Timeout | null = null

/** Makes a socket's long timeouts coarse; anything but a `net.Socket` is left alone. */
export function useCoarseTimeouts(socket: unknown): void {
  if (!(socket instanceof Socket)) return
  const coarse = socket as NodeSocket
  const isExact = coarse.timeout !== undefined && coarse.timeout !== 0
  const state = { socket: coarse, place: states.length, span: 0, deadline: never, exact: isExact }
  coarse[idle] = state
  coarse.setTimeout = setCoarseTimeout
  coarse._unrefTimer = noteActivity
  states.push(state)
  coarse.once('close', forget)
  interval ??= setInterval(sweep, tickLength).unref()
}

function setCoarseTimeout(this: NodeSocket, milliseconds: number, callback?: () => void): NodeSocket {
  const state = this[idle] as IdleState
  const isCoarse = callback === undefined && milliseconds >= coarseFrom && milliseconds < 2 ** 31
  if (!isCoarse && (milliseconds !== 0 || callback !== undefined || state.exact)) {
    state.span = 0
    state.deadline = never
    state.exact = milliseconds !== 0
    return exact.setTimeout.call(this, milliseconds, callback) as NodeSocket
  }
  if (this.destroyed) return this
  if (state.exact) exact.setTimeout.call(this, 0)
  state.exact = false
  this.timeout = milliseconds
  // One tick more than asked for: the current one is already partly over.
  state.span = isCoarse ? Math.ceil(milliseconds / tickLength) + 1 : 0
  state.deadline = isCoarse ? tick + state.span : never
  return this
}

function noteActivity(this: NodeSocket): void {
  const state = this[idle] as IdleState
  if (state.span !== 0) state.deadline = tick + state.span
  else if (state.exact) exact._unrefTimer.call(this)
}

function sweep(): void {
  tick++
  lookForWatchers()
  for (const state of states) {
    if (tick < state.deadline) continue
    // As a timer does, it fires once; the next activity arms it again.
    state.deadline = never
    if (!state.socket.destroyed) state.socket._onTimeout()
  }
}

/** Lets go of a closed socket: the last one takes its place. */
function forget(this: NodeSocket): void {
  const { place } = this[idle] as IdleState
  const last = states.pop() as IdleState
  if (last.socket !== this) {
    states[place] = last
    last.place = place
  }
  if (states.length > 0 || interval === null) return
  clearInterval(interval)
  interval = null
}
