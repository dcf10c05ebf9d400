/**
 * Responds to requests that reach no route because their target is malformed. The response comes from `frameworkErrors`, from the error handlers of
 * the root context, or is a fixed body.
 */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import type { CodedError } from '../error/error.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import { STATUS_CODES } from '../node-http.ts'
import type { RoutePlan } from '../stage/step.ts'
import { anyTime } from '../tree/moment.ts'
import { type ContextNode, pluginOf } from '../tree/node.ts'
import { toCallable, type UserFunction } from '../user-function.ts'
import { compilePlan } from './compile-plan.ts'
import type { PlanContext } from './plan-context.ts'
import { type PlanSource, undescribed } from './plan-source.ts'
import { bound, open } from './run-plan.ts'

export type AnswerFrameworkError = (error: CodedError, transport: Transport) => void

function answerAlone(logger: Logger, error: CodedError, transport: Transport): void {
  const { code, message, statusCode } = error
  if (statusCode >= 500) logSafely(logger, 'error', { err: error }, message)
  const phrase = STATUS_CODES[statusCode === 414 ? 400 : statusCode]
  // A failing constraint is an error of the app, so clients do not get its code.
  const body = JSON.stringify({ error: phrase, code: statusCode < 500 ? code : undefined, message, statusCode })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  transport.respond(statusCode, headers, body)
}

/**
 * Compiles the response to a malformed target. The app's `frameworkErrors` sends it, or else the error handlers of the root context. These functions
 * get a request and a reply of the root context, and no hook runs. If the app has neither, a fixed body is sent.
 */
export function compileFrameworkError(
  root: ContextNode,
  context: PlanContext,
  frameworkErrors: UserFunction | null | undefined
): AnswerFrameworkError {
  const asksHandlers = context.policy.handlesFrameworkErrors && root.settings.errorHandler !== undefined
  if (!frameworkErrors && !asksHandlers) return (error, transport) => answerAlone(context.logger, error, transport)
  const plan = compilePlan(sourceOf(root), context)
  if (!frameworkErrors)
    return (error, transport) => {
      const exchange = openUnrouted(plan, transport, context.logger)
      if (exchange === null) return
      bound(plan, exchange)
      plan.fail(exchange, error)
    }
  const handle = toCallable(frameworkErrors)
  const currentCall = { fn: handle, plugin: pluginOf(root), role: 'frameworkErrors' }
  return (error, transport) => {
    const exchange = openUnrouted(plan, transport, context.logger)
    if (exchange === null) return
    exchange.currentCall = currentCall
    answer(plan, exchange, () => handle.call(plan.app, error, exchange.request, exchange.reply))
  }
}

/** Returns the input for the plan of requests without a route: the functions of the root context, except its hooks. */
function sourceOf(root: ContextNode): PlanSource {
  return {
    node: { ...root, hooks: [] },
    moment: anyTime,
    methods: ['GET'],
    url: '',
    handler: () => {},
    is404: true,
    isForeign: false,
    config: {},
    options: {},
    notFound: null,
    describe: () => ({ ...undescribed, config: {} })
  }
}

/** Makes the exchange of a request without a route, and logs the request. */
function openUnrouted(plan: RoutePlan, transport: Transport, logger: Logger): Exchange | null {
  const exchange = open(plan, transport, null, null, logger)
  if (exchange !== null) plan.logs?.incomingRequest(exchange.request, exchange.reply)
  return exchange
}

/** Runs a function of the app. As in a route, an error that the function throws gets an error response. */
function answer(plan: RoutePlan, exchange: Exchange, run: () => unknown): void {
  bound(plan, exchange)
  try {
    promiseOf(run())?.then(undefined, (error) => plan.fail(exchange, error))
  } catch (error) {
    plan.fail(exchange, error)
  }
}
