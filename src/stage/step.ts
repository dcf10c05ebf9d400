/** The types of steps and of a complete plan. Stages do not read declarations: `plan/compile-plan.ts` passes the declared functions to them. */
import type { Awaited, Exchange, PlanView } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import type { Request, RequestIdGenerator } from '../http/request.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { Callable } from '../user-function.ts'

/** One step of a request. It continues by calling the next one, and responds by calling the plan's `send` or `fail`. It never throws. */
export type Step = (exchange: Exchange) => void

/** One step of a response, between the handler's payload and the bytes. It never throws. */
export type PayloadStep = (exchange: Exchange, payload: unknown) => void

/** A hook, bound to the context of the route that runs it. */
export interface BoundHook extends Awaited {
  readonly fn: Callable
  readonly app: object
}

export interface ErrorHandler extends BoundHook {
  /** True for espalier's own last handler, which sets the status itself. */
  readonly isDefault: boolean
}

/** Everything that a route needs at run time. It is complete when it is made, and never changes. */
export interface RoutePlan extends PlanView {
  readonly RequestClass: typeof Request
  readonly ReplyClass: typeof Reply
  readonly createId: RequestIdGenerator<Transport>
  /** `null` where all requests have the app's logger, because it writes nothing. */
  readonly createLogger: ((id: string, transport: Transport) => Logger) | null
  readonly logs: LogController | null
  /** The steps from the first hook to the handler. */
  readonly run: Step
  /** The steps from the `preHandler` hooks on, which `callNotFound` runs. */
  readonly runFromPreHandler: Step
  /** Called when the response is over; `null` without `onResponse` hooks. */
  readonly onResponse: ((exchange: Exchange, error: unknown) => void) | null
  /** Whether `handlerTimeout` or `answerTimeout` is set, each of which needs a timer for every request. */
  readonly isTimed: boolean
  readonly onTimeout: ((exchange: Exchange) => void) | null
  readonly onRequestAbort: ((exchange: Exchange) => void) | null
}
