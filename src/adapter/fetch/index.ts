import type { ContextOfFunction, ToFetchHandlerFunction } from '../../../types/fetch.ts'
import { checkArgument } from '../../error/argument.ts'
import { exchangeKey } from '../../http/exchange.ts'
import type { Request as AppRequest } from '../../http/request.ts'
import { coreOf } from '../create-app.ts'
import { addressFrom } from './origin.ts'
import { FetchTransport } from './transport.ts'

export type {
  ContextOfFunction,
  FetchApp,
  FetchHandler,
  FetchOptions,
  ToFetchHandlerFunction
} from '../../../types/fetch.ts'

/**
 * Makes a function from `Request` to `Response` (Fetch standard), for `Bun.serve`, `Deno.serve` and tests. The first request boots the app, if
 * `app.ready()` has not. If the boot fails, each call rejects with the error of the boot.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is not an app of `espalier()`.
 * @example
 * const handle = toFetchHandler(app.get('/', () => 'ok'))
 * const answer = await handle(new Request('http://a.example/'))
 * await answer.text() // 'ok'
 */
export const toFetchHandler: ToFetchHandlerFunction = (app, options = {}) => {
  const core = typeof app === 'object' && app !== null ? coreOf(app) : undefined
  checkArgument(core !== undefined, 'The app of toFetchHandler()', 'what espalier() returns', app)
  const { boot, listener } = core
  const findAddress = options.ip ?? addressFrom
  const answer = (request: Request, context: Parameters<typeof findAddress>[1]) =>
    new Promise<Response>((resolve) => listener(new FetchTransport(request, context, findAddress, resolve)))
  // Awaiting `boot.ready()` would delay each request, so it is called only before the app is ready.
  return (request, ...context) =>
    boot.isReady() ? answer(request, context) : Promise.resolve(boot.ready()).then(() => answer(request, context))
}

/**
 * Returns the arguments that the platform passed to its handler after the `Request`: the server in Bun, the connection in Deno. Returns `undefined`
 * for a request that did not come through `toFetchHandler`.
 *
 * @example
 * const handle = toFetchHandler(app.get('/', (request) => contextOf(request)))
 * const answer = await handle(new Request('http://a.example/'), 'server')
 * await answer.json() // [ 'server' ]
 */
export const contextOf: ContextOfFunction = (request) => {
  const transport = (request as Partial<AppRequest>)[exchangeKey]?.transport
  return transport instanceof FetchTransport ? transport.context : undefined
}
