/** Answers to requests that never reach a route because their target is malformed; `frameworkErrors` may answer in their place. */
import { logSafely } from '../base/log-safely.ts'
import { promiseOf } from '../base/promise.ts'
import type { CodedError } from '../error/error.ts'
import { Exchange } from '../http/exchange.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import { STATUS_CODES } from '../node-http.ts'
import type { RoutePlan } from '../stage/step.ts'
import { type ContextNode, pluginOf } from '../tree/node.ts'
import { toCallable, type UserFunction } from '../user-function.ts'
import { compilePlan } from './compile-plan.ts'
import { answerFault } from './fault.ts'
import type { PlanContext } from './plan-context.ts'
import { bound } from './run-plan.ts'

export type AnswerFrameworkError = (error: CodedError, transport: Transport) => void

function answerAlone(logger: Logger, error: CodedError, transport: Transport): void {
  const { code, message, statusCode } = error
  if (statusCode >= 500) logSafely(logger, 'error', { err: error }, message)
  const phrase = STATUS_CODES[statusCode === 414 ? 400 : statusCode]
  // A failed constraint is the app's fault and is answered without its code.
  const body = JSON.stringify({ error: phrase, code: statusCode < 500 ? code : undefined, message, statusCode })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  transport.respond(statusCode, headers, body)
}

/** Compiles the answer: the app's `frameworkErrors` with a request and a reply of the root context but without hooks, or a fixed body. */
export function compileFrameworkError(
  root: ContextNode,
  context: PlanContext,
  frameworkErrors: UserFunction | null | undefined
): AnswerFrameworkError {
  if (!frameworkErrors) return (error, transport) => answerAlone(context.logger, error, transport)
  const handle = toCallable(frameworkErrors)
  const awaited = { fn: handle, plugin: pluginOf(root), role: 'frameworkErrors' }
  const plan = compilePlan(
    {
      node: { ...root, hooks: [] },
      methods: ['GET'],
      url: '',
      handler: () => {},
      is404: true,
      config: {},
      options: {},
      notFound: null,
      describe: () => ({ method: undefined, url: undefined, config: {}, schema: undefined })
    },
    context
  )
  return (error, transport) => {
    const exchange = new Exchange(plan, transport)
    let id: string
    let log: Logger
    try {
      id = plan.createId(transport)
      log = plan.createLogger(id, transport)
    } catch (fault) {
      return answerFault(context.logger, fault, transport)
    }
    exchange.request = new plan.RequestClass(exchange, id, null, null, log)
    exchange.reply = new plan.ReplyClass(exchange, log)
    plan.logs?.incomingRequest(exchange.request, exchange.reply)
    exchange.awaited = awaited
    answer(plan, exchange, () => handle.call(plan.app, error, exchange.request, exchange.reply))
  }
}

/** A fault of the app's own function answers with 500, like any other. */
function answer(plan: RoutePlan, exchange: Exchange, run: () => unknown): void {
  bound(plan, exchange)
  try {
    promiseOf(run())?.then(undefined, (error) => plan.fail(exchange, error))
  } catch (error) {
    plan.fail(exchange, error)
  }
}
