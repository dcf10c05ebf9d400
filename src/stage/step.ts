/**
 * The steps of the stages, and the parts of a complete plan. Stages read no declarations: `plan/compile-plan.ts` hands the declared functions to
 * them.
 */
import type { Awaited, Exchange, PlanView } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import type { Request } from '../http/request.ts'
import type { RequestIdGenerator } from '../http/request-id.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { Callable } from '../user-function.ts'

/** One step of a request. It goes on by calling the next, and answers by calling the plan's `send` or `fail`. It never throws. */
export type Step = (exchange: Exchange) => void

/** One step of an answer, from the payload as the handler gave it to bytes. It never throws. */
export type PayloadStep = (exchange: Exchange, payload: unknown) => void

/** A hook and the context of the route it serves. */
export interface BoundHook extends Awaited {
  readonly fn: Callable
  readonly app: object
}

export interface ErrorHandler extends BoundHook {
  /** True for espalier's own last handler, which sets the status itself. */
  readonly isDefault: boolean
}

/** Everything a route needs at run time; complete when it is made, and never changed. */
export interface RoutePlan extends PlanView {
  readonly RequestClass: typeof Request
  readonly ReplyClass: typeof Reply
  readonly createId: RequestIdGenerator<Transport>
  readonly createLogger: (id: string, transport: Transport) => Logger
  readonly logs: LogController | null
  /** From the first hook to the handler. */
  readonly run: Step
  /** From the `preHandler` hooks on: where `callNotFound` enters. */
  readonly runFromPreHandler: Step
  /** Called when the answer is over; `null` where nothing waits for it. */
  readonly onResponse: ((exchange: Exchange, error: unknown) => void) | null
  /** Whether `handlerTimeout` or `answerTimeout` is set, each of which needs a timer for every request. */
  readonly isTimed: boolean
  readonly onTimeout: ((exchange: Exchange) => void) | null
  readonly onRequestAbort: ((exchange: Exchange) => void) | null
}
