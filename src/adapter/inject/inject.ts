/**
 * Calls an app in process, without a network, for tests.
 *
 * A call with ordinary options is direct: Node's request and response are made only if something reads them. All other calls go through
 * light-my-request, and take about three times as long (bench/inject.mjs).
 */
import { isEndpoint } from '../../contract/endpoint.ts'
import { errors } from '../../error/error.ts'
import type { RawListener } from '../../node-http.ts'
import type { Listener } from '../../plan/listener.ts'
import { type EndpointInput, toInjectOptions } from '../../tree/endpoint.ts'
import { isFunction } from '../../user-function.ts'
import { isPatched } from '../http-watchers.ts'
import { type Call, toCall } from './call.ts'
import { type Builder, InjectChain } from './chain.ts'
import { DirectTransport, type Settle } from './direct-transport.ts'
import { toEndpointCall } from './endpoint-answer.ts'
import { type InjectCallback, loadEngine } from './engine.ts'
import { LightMyRequestTransport } from './light-my-request-transport.ts'

/** Takes light-my-request's options and optionally a callback, or an endpoint and its input. */
export type Inject = (options: unknown, input?: unknown) => unknown

export interface InjectState {
  /** Runs the boot sequence. Returns at once if the app has booted. */
  readonly ready: () => Promise<unknown>
  readonly isReady: () => boolean
  readonly isClosing: () => boolean
}

/** Reads the options of a direct call. Returns `null` if light-my-request must handle the call, or report an error in the options. */
function toDirectCall(options: unknown): Call | null {
  if (isPatched()) return null
  try {
    return toCall(options)
  } catch {
    return null
  }
}

const refuseBy = ({ reject, resolve }: Settle) => reject ?? resolve

/** The two ways in which an injected request reaches the app: without Node's objects, and with them. */
interface Dispatch {
  readonly direct: (call: Call, settle: Settle) => void
  readonly byMessages: RawListener
}

function start({ byMessages, direct }: Dispatch, options: object): Promise<unknown> {
  const { inject } = loadEngine()
  const call = toDirectCall(options)
  if (call !== null) return new Promise((resolve, reject) => direct(call, { resolve, reject }))
  return inject(byMessages, options) as Builder & Promise<unknown>
}

function startWithCallback({ byMessages, direct }: Dispatch, options: unknown, callback: InjectCallback): void {
  const { inject } = loadEngine()
  const call = toDirectCall(options)
  if (call !== null) direct(call, { resolve: callback, reject: undefined })
  else inject(byMessages, options, callback)
}

/** Returns the call, with the method `expect` if an endpoint was passed. */
const finish = (given: unknown, call: InjectChain | Promise<never>) =>
  isEndpoint(given) ? toEndpointCall(given, call) : call

/**
 * Makes `app.inject`, which boots the app first. `app.inject` calls its callback, or returns a promise that is also a chain.
 *
 * @throws FST_ERR_REOPENED_CLOSE_SERVER when the app has been closed
 */
export function createInject(answer: Listener, { ready, isReady, isClosing }: InjectState): Inject {
  const inTime = (enter: () => void, refuse: (error: unknown) => void) => {
    if (isReady()) enter()
    else ready().then(enter, refuse)
  }
  const dispatch: Dispatch = {
    direct: (call, settle) =>
      inTime(
        () => answer(new DirectTransport(call, settle)),
        (error) => process.nextTick(refuseBy(settle), error, null)
      ),
    byMessages: (raw, rawReply) =>
      inTime(
        () => answer(new LightMyRequestTransport(raw, rawReply)),
        (error) => rawReply.emit('error', error)
      )
  }
  const startChain = (options: object) => start(dispatch, options)
  const buildChain = (options: object) => loadEngine().inject(dispatch.byMessages, options)
  return (given, input) => {
    const options = isEndpoint(given) ? toInjectOptions(given, input as EndpointInput) : given
    const callback = isFunction(input) ? input : undefined
    if (isClosing()) {
      const error = new errors.FST_ERR_REOPENED_CLOSE_SERVER()
      return callback === undefined ? finish(given, Promise.reject(error)) : callback(error, null)
    }
    if (callback === undefined) {
      return finish(given, new InjectChain(options, startChain, buildChain))
    }
    if (isReady()) return startWithCallback(dispatch, options, callback)
    return void ready().then(
      () => startWithCallback(dispatch, options, callback),
      (error) => callback(error, null)
    )
  }
}
