/**
 * How requests arrive without a network: in-process calls for tests. The only file that knows light-my-request, and it loads it at the first.
 *
 * A call whose options are plain is direct: its messages are light, and become those of light-my-request as soon as anybody needs more of them
 * (bench/inject.mjs: 0.3 of the cost). Every other call is light-my-request's from the start.
 */
import { once } from '../../base/once.ts'
import { isEndpoint } from '../../contract/endpoint.ts'
import { errors } from '../../error/error.ts'
import type { RawListener } from '../../node-http.ts'
import type { Listener } from '../../plan/listener.ts'
import { require } from '../../require.ts'
import { type EndpointInput, toInjectOptions } from '../../tree/endpoint.ts'
import { isFunction } from '../../user-function.ts'
import { isPatched } from '../observed.ts'
import { toCall } from './call.ts'
import { type Builder, InjectChain } from './chain.ts'
import { toEndpointCall } from './endpoint-answer.ts'
import { becomeRequestsOf, type Call, DirectRequest } from './request.ts'
import { becomeResponsesOf, DirectResponse, type Settle } from './response.ts'
import { InjectTransport, parseCookiesBy } from './transport.ts'

type InjectCallback = (error: unknown, response: unknown) => void
type Dispatch = (listener: RawListener, options: unknown, callback?: InjectCallback) => Builder

/** Takes light-my-request's options and perhaps a callback, or an endpoint and its input. */
export type Inject = (options: unknown, input?: unknown) => unknown

export interface InjectState {
  /** Runs the boot sequence, or returns at once where it has run. */
  readonly ready: () => Promise<unknown>
  readonly isReady: () => boolean
  readonly isClosing: () => boolean
}

/** What the build brings along of light-my-request (scripts/vendor.mjs). */
interface Engine {
  readonly inject: Dispatch
  readonly Request: Parameters<typeof becomeRequestsOf>[0]
  readonly Response: Parameters<typeof becomeResponsesOf>[0]
  readonly parseSetCookie: Parameters<typeof parseCookiesBy>[0]
}

const loadEngine = once((): Dispatch => {
  const { inject, Request, Response, parseSetCookie }: Engine = require('#light-my-request')
  becomeRequestsOf(Request)
  becomeResponsesOf(Response, new DirectRequest(toCall('/') as Call))
  parseCookiesBy(parseSetCookie)
  return inject
})

/** Reads the options of a direct call; `null` where light-my-request has to read them, or to say what is wrong with them. */
function toDirectCall(options: unknown): Call | null {
  if (isPatched()) return null
  try {
    return toCall(options)
  } catch {
    return null
  }
}

function callDirectly(listener: RawListener, call: Call, settle: Settle): void {
  const raw = new DirectRequest(call)
  listener(raw as never, new DirectResponse(raw, settle) as never)
}

function start(listener: RawListener, options: object): Promise<unknown> {
  const engine = loadEngine()
  const call = toDirectCall(options)
  if (call !== null) return new Promise((resolve, reject) => callDirectly(listener, call, { resolve, reject }))
  return engine(listener, options) as Builder & Promise<unknown>
}

function startWithCallback(listener: RawListener, options: unknown, callback: InjectCallback): void {
  const engine = loadEngine()
  const call = toDirectCall(options)
  if (call !== null) callDirectly(listener, call, { resolve: callback, reject: undefined })
  else engine(listener, options, callback)
}

/** Makes of a call what the caller of an endpoint gets. */
const finish = (given: unknown, call: InjectChain | Promise<never>) =>
  isEndpoint(given) ? toEndpointCall(given, call) : call

/**
 * Makes `app.inject`: it boots the app first, and gives the result by callback, promise or, without options, a chain of calls.
 *
 * @throws FST_ERR_REOPENED_CLOSE_SERVER when the app has been closed.
 */
export function createInject(answer: Listener, { ready, isReady, isClosing }: InjectState): Inject {
  const listener: RawListener = (raw, rawReply) => answer(new InjectTransport(raw, rawReply))
  const dispatch: RawListener = (raw, rawReply) => {
    if (isReady()) return listener(raw, rawReply)
    ready().then(
      () => listener(raw, rawReply),
      (error) => rawReply.emit('error', error)
    )
  }
  const startChain = (options: object) => start(dispatch, options)
  const buildChain = (options: object) => loadEngine()(dispatch, options)
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
    if (isReady()) return startWithCallback(listener, options, callback)
    return void ready().then(
      () => startWithCallback(listener, options, callback),
      (error) => callback(error, null)
    )
  }
}
