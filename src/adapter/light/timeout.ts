/**
 * Coarse idle timeouts: instead of arming and disarming a timer around every request, a socket notes how many ticks it may stay idle, and one
 * interval per process looks at the sockets whose time may be up. A timeout never fires early, and at most a second late.
 *
 * Only long timeouts without a callback are coarse, which is what Node's HTTP server sets between two requests; everything else, shorter or
 * with a callback, stays an exact timer. Activity counts as Node counts it.
 *
 * Leans on: `net.Socket` calling its own `_unrefTimer()` at each activity, and `_onTimeout()` deciding what an elapsed timeout means.
 */
import { Socket } from 'node:net'
import { lookForWatchers } from '../observed.ts'

/** Milliseconds of a tick. */
const tickLength = 500
/** Timeouts shorter than this many milliseconds stay exact. */
const coarseFrom = 4000
const never = Number.POSITIVE_INFINITY

interface IdleState {
  readonly socket: NodeSocket
  /** Ticks the socket may stay idle; 0 while no coarse timeout is set. */
  span: number
  /** The tick at which it has been idle too long. */
  deadline: number
  /** The tick at which it is looked at next, not later than its deadline. Activity moves the deadline only: that costs one number. */
  look: number
  /** True while an exact timer may be running instead. */
  exact: boolean
}

interface NodeSocket extends Omit<Socket, 'timeout'> {
  timeout?: number
  /** The socket below TLS, whose own timeouts what happens here postpones as well. */
  readonly _parent?: Socket | null
  [idle]?: IdleState
  _unrefTimer(): void
  _onTimeout(): void
}

const idle = Symbol('espalier.idle')
const exact = Socket.prototype as NodeSocket
/** The sockets to look at, by tick: an idle one is looked at once in all the time it may stay idle. */
const due = new Map<number, Set<IdleState>>()
let sockets = 0
let tick = 0
let interval: NodeJS.Timeout | null = null

/** Makes a socket's long timeouts coarse; anything but a `net.Socket` is left alone. */
export function useCoarseTimeouts(socket: unknown): void {
  if (!(socket instanceof Socket)) return
  const coarse = socket as NodeSocket
  const isExact = coarse.timeout !== undefined && coarse.timeout !== 0
  coarse[idle] = { socket: coarse, span: 0, deadline: never, look: never, exact: isExact }
  coarse.setTimeout = setCoarseTimeout
  coarse._unrefTimer = noteActivity
  sockets++
  coarse.once('close', forget)
  interval ??= setInterval(sweep, tickLength).unref()
}

/** Gives a socket its own timeouts back, and the one that is running from now on. */
export function useExactTimeouts(socket: Socket): void {
  const coarse = socket as NodeSocket
  const state = coarse[idle]
  if (state === undefined) return
  forget.call(coarse)
  coarse.off('close', forget)
  for (const own of ['setTimeout', '_unrefTimer', idle] as const) Reflect.deleteProperty(coarse, own)
  if (state.span !== 0) coarse.setTimeout(coarse.timeout as number)
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
  if (isCoarse) postpone(state)
  else state.deadline = never
  return this
}

function noteActivity(this: NodeSocket): void {
  const state = this[idle] as IdleState
  if (state.span !== 0) postpone(state)
  if (state.exact || this._parent) exact._unrefTimer.call(this)
}

function postpone(state: IdleState): void {
  state.deadline = tick + state.span
  if (state.deadline < state.look) lookAtDeadline(state)
}

function lookAtDeadline(state: IdleState): void {
  due.get(state.look)?.delete(state)
  state.look = state.deadline
  const others = due.get(state.look)
  if (others === undefined) due.set(state.look, new Set([state]))
  else others.add(state)
}

function sweep(): void {
  tick++
  lookForWatchers()
  const states = due.get(tick)
  due.delete(tick)
  for (const state of states ?? []) {
    state.look = never
    if (state.deadline > tick) {
      if (state.deadline !== never) lookAtDeadline(state)
      continue
    }
    // As a timer does, it fires once; the next activity arms it again.
    state.deadline = never
    if (!state.socket.destroyed) state.socket._onTimeout()
  }
}

/** Lets go of a closed socket. */
function forget(this: NodeSocket): void {
  const { look } = this[idle] as IdleState
  due.get(look)?.delete(this[idle] as IdleState)
  sockets--
  if (sockets > 0 || interval === null) return
  clearInterval(interval)
  interval = null
}
