/**
 * Responds to requests with a malformed target: by the option `frameworkErrors`, else by the error handlers of the root context, else with a fixed
 * body. No hook runs.
 */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/outcome.ts'
import type { CodedError } from '../error/error.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import { STATUS_CODES } from '../node-http.ts'
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
  // A status of 500 comes from a constraint strategy of the app, whose error code clients must not see.
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
  const handle = frameworkErrors ? toCallable(frameworkErrors) : null
  const currentCall = handle && { fn: handle, plugin: pluginOf(root), role: 'frameworkErrors' }
  return (error, transport) => {
    const exchange = openExchange(plan, transport, null, null, context.logger)
    if (exchange === null) return
    plan.logs?.incomingRequest(exchange.request, exchange.reply)
    exchange.currentCall = currentCall
    startTimeLimits(plan, exchange)
    if (handle === null) return plan.fail(exchange, error)
    const fail = (reason: unknown) => plan.fail(exchange, reason)
    try {
      promiseOf(handle.call(plan.app, error, exchange.request, exchange.reply))?.then(undefined, fail)
    } catch (thrown) {
      fail(thrown)
    }
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
