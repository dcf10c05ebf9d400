/** The types of request steps. This folder never reads routes or contexts: `plan/compile-plan.ts` passes it their hooks, handlers and parsers. */
import type { AppFunction, Exchange, PlanView } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import type { Request, RequestIdGenerator } from '../http/request.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { Callable } from '../user-function.ts'

/** Calls the next step, or ends the request by `send` or `fail` of its plan. A step never throws. */
export type Step = (exchange: Exchange) => void

/** A step between the handler's payload and the bytes of the response. A step never throws. */
export type PayloadStep = (exchange: Exchange, payload: unknown) => void

export interface BoundHook extends AppFunction {
  readonly fn: Callable
  readonly app: object
}

export interface ErrorHandler extends BoundHook {
  /** True for espalier's own handler, which is the last of every chain and sets the status. */
  readonly isDefault: boolean
}

/** The compiled functions and settings of a route. A plan never changes. */
export interface RoutePlan extends PlanView {
  readonly RequestClass: typeof Request
  readonly ReplyClass: typeof Reply
  readonly createId: RequestIdGenerator<Transport>
  /** `null` if the app's logger writes nothing. All requests then use that logger. */
  readonly createLogger: ((id: string, transport: Transport) => Logger) | null
  readonly logs: LogController | null
  readonly run: Step
  readonly runFromPreHandler: Step
  readonly onResponse: ((exchange: Exchange, error: unknown) => void) | null
  /** Whether `handlerTimeout` or `answerTimeout` is set. Every request then needs a timer. */
  readonly isTimed: boolean
  readonly onTimeout: ((exchange: Exchange) => void) | null
  readonly onRequestAbort: ((exchange: Exchange) => void) | null
}
