/** Where every request enters: its target is made canonical, rewritten if the app wishes, and routed. */
import type { ServerResponse } from 'node:http'
import { errors, isError } from '../error/error.ts'
import { atOnce, promiseOf } from '../error/promise.ts'
import type { Raw } from '../http/raw.ts'
import { canonicalize } from '../http/target.ts'
import type { Logger } from '../log/logger.ts'
import type { Callable } from '../user-function.ts'
import { answerFault } from './fault.ts'
import type { AnswerFrameworkError } from './framework-error.ts'
import type { Router } from './router.ts'

export interface ListenerOptions {
  readonly app: object
  readonly logger: Logger
  readonly router: Router
  readonly rewriteUrl: Callable | undefined
  /** Answers what cannot be routed; known when the app is ready. */
  readonly frameworkError: () => AnswerFrameworkError
}

type Listener = (raw: Raw, rawReply: ServerResponse) => void
/** Answers what a function of the application that answers by itself returned, such as `defaultRoute`. */
type Route = (raw: Raw, rawReply: ServerResponse) => unknown

export function createListener({ app, logger, router, rewriteUrl, frameworkError }: ListenerOptions): Listener {
  const watch = (result: unknown, rawReply: ServerResponse) =>
    void promiseOf(result)?.then(undefined, (reason) => answerFault(logger, reason, rawReply))
  const route: Route = (raw, rawReply) => {
    if (!router.hasAsyncConstraint()) return router.lookup(raw, rawReply)
    const fail = (reason: unknown) => {
      const isLate = isError(reason, 'ESP_ERR_CONSTRAINT_TIMEOUT')
      frameworkError()(isLate ? reason : new errors.FST_ERR_ASYNC_CONSTRAINT({ cause: reason }), raw, rawReply)
    }
    return router.lookupAsync(raw, rawReply, fail, (result) => watch(result, rawReply))
  }
  const enter = rewriteUrl === undefined ? route : rewriting(rewriteUrl, app, route)
  return (raw, rawReply) => {
    try {
      const error = canonicalize(raw)
      if (error === null) watch(enter(raw, rawReply), rawReply)
      else frameworkError()(error, raw, rawReply)
    } catch (error) {
      // Of `rewriteUrl`, a constraint or a parser of queries: it costs one request, not the process.
      answerFault(logger, error, rawReply)
    }
  }
}

/** Routes by the target that the app makes of the one it was sent. */
function rewriting(rewrite: Callable, app: object, route: Route): Route {
  return (raw, rawReply) => {
    raw.originalUrl ??= raw.url
    const url = atOnce(rewrite.call(app, raw), 'rewriteUrl')
    if (typeof url !== 'string') throw new errors.FST_ERR_ROUTE_REWRITE_NOT_STR(raw.url, typeof url)
    raw.url = url
    return route(raw, rawReply)
  }
}
