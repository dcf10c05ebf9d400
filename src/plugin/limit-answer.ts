import { checkArgument } from '../error/argument.ts'
import { type Exchange, exchangeKey } from '../http/exchange.ts'
import { expireUnbegun } from '../plan/expire.ts'
import { startTimer } from '../plan/run-plan.ts'

const maxTimerDelay = 2 ** 31 - 1

/**
 * Limits the time from now until the response of one request begins, in addition to the `handlerTimeout` of its route. When the time is over,
 * `request.signal` aborts, and the request gets a 503 with the code FST_ERR_HANDLER_TIMEOUT.
 *
 * @param request of a hook or handler
 * @param milliseconds a whole number from 1 to 2147483647
 * @throws ESP_ERR_ARGUMENT_INVALID when `request` is not a request of espalier, or `milliseconds` is out of range
 * @example
 * app.addHook('onRequest', async (request) => limitAnswer(request, 10))
 * app.get('/', () => new Promise(() => {}))
 * const { statusCode } = await app.inject('/') // 503
 */
export function limitAnswer(request: object, milliseconds: number): void {
  const exchange = (request as { readonly [exchangeKey]?: Exchange } | null)?.[exchangeKey]
  checkArgument(
    exchange !== undefined,
    'The first argument of limitAnswer()',
    'a request of a hook or handler',
    request
  )
  const isTime = Number.isInteger(milliseconds) && milliseconds >= 1 && milliseconds <= maxTimerDelay
  checkArgument(
    isTime,
    'The time of limitAnswer()',
    `a whole number of milliseconds from 1 to ${maxTimerDelay}`,
    milliseconds
  )
  startTimer(exchange, expireUnbegun, milliseconds)
}
