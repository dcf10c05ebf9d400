/**
 * Responds to requests whose target is malformed. The app's `frameworkErrors` responds, else the error handlers of the root context, else a fixed body
 * is sent. No hook runs.
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
import { openExchange, startTimeLimits } from './run-plan.ts'

export type AnswerFrameworkError = (error: CodedError, transport: Transport) => void

function sendFixedBody(logger: Logger, error: CodedError, transport: Transport): void {
  const { code, message, statusCode } = error
  if (statusCode >= 500) logSafely(logger, 'error', { err: error }, message)
  const phrase = STATUS_CODES[statusCode === 414 ? 400 : statusCode]
  // A status of 500 comes from a constraint strategy of the app. Its code is not for clients.
  const body = JSON.stringify({ error: phrase, code: statusCode < 500 ? code : undefined, message, statusCode })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  transport.respond(statusCode, headers, body)
}

export function compileFrameworkError(
  root: ContextNode,
  context: PlanContext,
  frameworkErrors: UserFunction | null | undefined
): AnswerFrameworkError {
  const hasErrorHandler = context.policy.handlesFrameworkErrors && root.settings.errorHandler !== undefined
  if (!frameworkErrors && !hasErrorHandler) return (error, transport) => sendFixedBody(context.logger, error, transport)
  const plan = compilePlan(sourceOf(root), context)
  if (!frameworkErrors)
    return (error, transport) => {
      const exchange = openUnrouted(plan, transport, context.logger)
      if (exchange === null) return
      startTimeLimits(plan, exchange)
      plan.fail(exchange, error)
    }
  const handle = toCallable(frameworkErrors)
  const currentCall = { fn: handle, plugin: pluginOf(root), role: 'frameworkErrors' }
  return (error, transport) => {
    const exchange = openUnrouted(plan, transport, context.logger)
    if (exchange === null) return
    exchange.currentCall = currentCall
    run(plan, exchange, () => handle.call(plan.app, error, exchange.request, exchange.reply))
  }
}

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

function openUnrouted(plan: RoutePlan, transport: Transport, logger: Logger): Exchange | null {
  const exchange = openExchange(plan, transport, null, null, logger)
  if (exchange !== null) plan.logs?.incomingRequest(exchange.request, exchange.reply)
  return exchange
}

function run(plan: RoutePlan, exchange: Exchange, fn: () => unknown): void {
  startTimeLimits(plan, exchange)
  try {
    promiseOf(fn())?.then(undefined, (error) => plan.fail(exchange, error))
  } catch (error) {
    plan.fail(exchange, error)
  }
}
