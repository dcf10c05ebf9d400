/**
 * `app.inject()`: calls an app without a network, for tests. Calls with common options run directly, without Node's request and response. All other
 * calls go through light-my-request, which takes about three times as long (bench/inject.mjs).
 */
import type { Core } from '../../app.ts'
import { isEndpoint } from '../../contract/endpoint.ts'
import { errors } from '../../error/error.ts'
import type { RawListener } from '../../node-http.ts'
import { type EndpointInput, toInjectOptions } from '../../tree/endpoint.ts'
import { isFunction } from '../../user-function.ts'
import { isPatched } from '../http-watchers.ts'
import { type Call, toCall } from './call.ts'
import { InjectChain } from './chain.ts'
import { DirectTransport } from './direct-transport.ts'
import { toEndpointCall } from './endpoint-answer.ts'
import { type InjectCallback, loadEngine } from './engine.ts'
import { LightMyRequestTransport } from './light-my-request-transport.ts'

/** The arguments are the options and optional callback of light-my-request, or an endpoint and its input. */
export type Inject = (options: unknown, input?: unknown) => unknown

/** Returns `null` if light-my-request must handle the call, or must report invalid options. */
function toDirectCall(options: unknown): Call | null {
  if (isPatched()) return null
  try {
    return toCall(options)
  } catch {
    return null
  }
}

interface Dispatch {
  readonly direct: (call: Call, callback: InjectCallback) => void
  readonly byMessages: RawListener
}

function startCall({ byMessages, direct }: Dispatch, options: unknown, callback?: InjectCallback): unknown {
  const { inject } = loadEngine()
  const call = toDirectCall(options)
  if (call === null) return inject(byMessages, options, callback)
  if (callback !== undefined) return direct(call, callback)
  return new Promise((resolve, reject) =>
    direct(call, (error, result) => (error === null ? resolve(result) : reject(error)))
  )
}

/** The call returns a promise with the methods of a chain, unless it has a callback. @throws FST_ERR_REOPENED_CLOSE_SERVER after `close()` */
export function createInject({ boot, closing, listener }: Core): Inject {
  const whenReady = (enter: () => void, refuse: (error: unknown) => void) => {
    if (boot.isReady()) enter()
    else boot.ready().then(enter, refuse)
  }
  const dispatch: Dispatch = {
    direct: (call, callback) =>
      whenReady(
        () => listener(new DirectTransport(call, callback)),
        (error) => process.nextTick(callback, error, null)
      ),
    byMessages: (raw, rawReply) =>
      whenReady(
        () => listener(new LightMyRequestTransport(raw, rawReply)),
        (error) => rawReply.emit('error', error)
      )
  }
  const start = (options: object) => startCall(dispatch, options) as Promise<unknown>
  const build = (options: object) => loadEngine().inject(dispatch.byMessages, options)
  return (given, input) => {
    const options = isEndpoint(given) ? toInjectOptions(given, input as EndpointInput) : given
    if (isFunction(input)) {
      if (closing.active) return input(new errors.FST_ERR_REOPENED_CLOSE_SERVER(), null)
      return whenReady(
        () => startCall(dispatch, options, input as InjectCallback),
        (error) => input(error, null)
      )
    }
    const call = closing.active
      ? Promise.reject(new errors.FST_ERR_REOPENED_CLOSE_SERVER())
      : new InjectChain(options, start, build)
    return isEndpoint(given) ? toEndpointCall(given, call) : call
  }
}
