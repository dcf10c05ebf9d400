/** What the stages are made of, and what a complete plan holds. Stages know no declarations: `plan/compile-plan.ts` hands them what was declared. */
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
  /** True for the house's own last handler, which sets the status itself. */
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
  /** Called when the answer is over; `null` where nobody waits for it. */
  readonly onResponse: ((exchange: Exchange, error: unknown) => void) | null
  readonly onTimeout: ((exchange: Exchange) => void) | null
  readonly onRequestAbort: ((exchange: Exchange) => void) | null
  /** In milliseconds, for the whole exchange and exact, where the application set it; 0 is no limit. */
  readonly handlerTimeout: number
  /** In milliseconds, until the answer begins and coarse, where the application set nothing; 0 is no limit. */
  readonly answerTimeout: number
}
