/**
 * The types of a route's plan, and of the steps in it. The code of this folder does not read declarations: `plan/compile-plan.ts` passes the declared
 * functions to it.
 */
import type { AppFunction, Exchange, PlanView } from '../http/exchange.ts'
import type { Reply } from '../http/reply.ts'
import type { Request, RequestIdGenerator } from '../http/request.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { Callable } from '../user-function.ts'

/** One step of a request, such as running a hook. It calls the next step, or responds by the plan's `send` or `fail`. A step never throws. */
export type Step = (exchange: Exchange) => void

/** One step of a response, between the handler's payload and the bytes. A step never throws. */
export type PayloadStep = (exchange: Exchange, payload: unknown) => void

/** A hook, bound to the context of the route that runs it. */
export interface BoundHook extends AppFunction {
  readonly fn: Callable
  readonly app: object
}

export interface ErrorHandler extends BoundHook {
  /** True for the last handler of every chain. It is espalier's own, and sets the status itself. */
  readonly isDefault: boolean
}

/** Everything that a route needs at run time. A plan is complete when it is made, and never changes. */
export interface RoutePlan extends PlanView {
  readonly RequestClass: typeof Request
  readonly ReplyClass: typeof Reply
  readonly createId: RequestIdGenerator<Transport>
  /** Makes the logger of a request. `null` if the app's logger writes nothing: all requests then use that logger itself. */
  readonly createLogger: ((id: string, transport: Transport) => Logger) | null
  readonly logs: LogController | null
  /** The steps from the first hook to the handler. */
  readonly run: Step
  /** The steps from the `preHandler` hooks on, which `callNotFound` runs. */
  readonly runFromPreHandler: Step
  /** Called when the response was sent or failed; `null` without `onResponse` hooks. */
  readonly onResponse: ((exchange: Exchange, error: unknown) => void) | null
  /** Whether `handlerTimeout` or `answerTimeout` is set. With either, every request needs a timer. */
  readonly isTimed: boolean
  readonly onTimeout: ((exchange: Exchange) => void) | null
  readonly onRequestAbort: ((exchange: Exchange) => void) | null
}
