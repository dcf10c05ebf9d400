import { getOrCreate } from '../base/get-or-create.ts'
import type { Closing } from '../http/closing.ts'
import type { Reply } from '../http/reply.ts'
import type { Request, RequestIdGenerator } from '../http/request.ts'
import type { ResponseTimeouts } from '../http/response-timeout.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { LogController } from '../log/request-log.ts'
import type { Policy } from '../policy.ts'
import type { RoutePlan } from '../stage/step.ts'
import type { Methods } from '../tree/method.ts'
import type { ContextNode } from '../tree/node.ts'
import type { Callable, UserFunction } from '../user-function.ts'
import type { Compilers } from './compilers.ts'

export interface PlanContext {
  readonly methods: Methods
  readonly policy: Policy
  /** In bytes. */
  readonly bodyLimit: number
  /** Whether an empty body with a content type counts as absent (`none`), or is passed to the parser of its content type (`parse`). */
  readonly emptyBody: 'none' | 'parse'
  /** The time limits are in milliseconds; 0 is no limit. */
  readonly handlerTimeout: number
  /** The limit if the application sets no `handlerTimeout`. */
  readonly defaultTimeout: number
  readonly answerTimeout: number
  readonly responseTimeouts: ResponseTimeouts
  readonly closing: Closing
  /** Whether a route may be compiled at its first request. */
  readonly defers: boolean
  readonly schemaErrorFormatter: Callable | undefined
  readonly logger: Logger
  readonly loggerEnabled: boolean
  /** `null` if no lines about requests are written. */
  readonly logs: LogController | null
  readonly requestIdLogLabel: string
  readonly createPlainLogger: NonNullable<RoutePlan['createLogger']>
  readonly defaultErrorHandler: UserFunction
  readonly compilersOf: (node: ContextNode) => Compilers
  readonly classesOf: (node: ContextNode) => {
    readonly RequestClass: typeof Request
    readonly ReplyClass: typeof Reply
  }
  readonly createIdOf: (node: ContextNode) => RequestIdGenerator<Transport>
}

export function perContext<T>(make: (node: ContextNode) => T): (node: ContextNode) => T {
  const made = new WeakMap<ContextNode, T>()
  return (node) => getOrCreate(made, node, () => make(node))
}
