/** The entry point of every request: normalizes the request target, applies the option `rewriteUrl`, and routes the request. */
import { promiseOf } from '../base/outcome.ts'
import { assertSync } from '../error/assert-sync.ts'
import { errors, isError } from '../error/error.ts'
import { canonicalize } from '../http/target.ts'
import type { Transport } from '../http/transport.ts'
import type { Logger } from '../log/logger.ts'
import type { Callable } from '../user-function.ts'
import { sendInternalError } from './fault.ts'
import type { AnswerFrameworkError } from './framework-error.ts'
import type { Router } from './router.ts'

export interface ListenerOptions {
  readonly app: object
  readonly logger: Logger
  readonly router: Router
  readonly rewriteUrl: Callable | undefined
  /** Callable once the app is ready. */
  readonly frameworkError: () => AnswerFrameworkError
}

export type Listener = (transport: Transport) => void

export function createListener({ app, logger, router, rewriteUrl, frameworkError }: ListenerOptions): Listener {
  const finish = (result: unknown, transport: Transport) =>
    void promiseOf(result)?.then(undefined, (reason) => sendInternalError(logger, reason, transport))
  const fail = (reason: unknown, transport: Transport) => {
    const isLate = isError(reason, 'ESP_ERR_CONSTRAINT_TIMEOUT')
    frameworkError()(isLate ? reason : new errors.FST_ERR_ASYNC_CONSTRAINT({ cause: reason }), transport)
  }
  const later = { finish, fail }
  return (transport) => {
    try {
      const error = canonicalize(transport)
      if (error !== null) return frameworkError()(error, transport)
      if (rewriteUrl !== undefined) rewrite(rewriteUrl, app, transport)
      const result = router.lookup(transport, later)
      // The app's `defaultRoute` and similar options may return a promise. Its rejection needs a response.
      if (result !== undefined) finish(result, transport)
    } catch (error) {
      // An exception of `rewriteUrl`, a constraint or `querystringParser` fails only its request, not the process.
      sendInternalError(logger, error, transport)
    }
  }
}

function rewrite(rewriteUrl: Callable, app: object, transport: Transport): void {
  transport.originalUrl ??= transport.url
  const url = assertSync(rewriteUrl.call(app, transport.request), 'rewriteUrl')
  if (typeof url !== 'string') throw new errors.FST_ERR_ROUTE_REWRITE_NOT_STR(transport.url, typeof url)
  transport.url = url
}
