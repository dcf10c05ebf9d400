import { inspect } from 'node:util'
import { Type } from '@sinclair/typebox'
import { plugin } from 'espalier'
import { Checks, type HealthCheck } from './checks.ts'

export interface HealthOptions {
  /** The path that responds with 200 as long as the process works. Default: `/live`. */
  live?: string
  /** The path that responds with 200 while the process accepts requests, otherwise 503. Default: `/ready`. */
  ready?: string
  /** Checks of the services that requests need, by name. Default: none. */
  checks?: Readonly<Record<string, HealthCheck>>
  /** In milliseconds: the time limit of each check, from 1 to 2147483647. Default: 1000. */
  within?: number
}

const Live = Type.Object({ state: Type.String() })
const Ready = Type.Object({ state: Type.String(), failed: Type.Array(Type.String()) })

/**
 * A plugin with two routes. `live` runs no check. `ready` responds with 503 if the app is closing or a check fails. The response names the check, and the
 * log has its error. Concurrent requests share one run of the checks. OpenAPI documents omit the routes, and their requests are not logged.
 *
 * @throws TypeError when a check is not a function; RangeError when `within` is out of range
 * @example
 * const app = espalier().register(health, { checks: { database: () => Promise.reject(new Error('no connection')) } })
 * (await app.inject('/ready')).statusCode // 503
 */
export const health = plugin({
  name: 'health',
  setup: (app, options: HealthOptions) => {
    const { live = '/live', ready = '/ready', checks, within } = checkOptions(options)
    const run = new Checks(checks, within, app.log)
    const quiet = { logLevel: 'warn', config: { overload: false } } as const

    app.get(live, { ...quiet, schema: { hide: true, response: { 200: Live } } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').send({ state: app.state })
    )
    app.get(
      ready,
      { ...quiet, schema: { hide: true, response: { 200: Ready, 503: Ready } } },
      async (_request, reply) => {
        const failed = app.state === 'ready' ? await run.run() : []
        const { state } = app
        reply.header('cache-control', 'no-store')
        return reply.code(state === 'ready' && failed.length === 0 ? 200 : 503).send({ state, failed })
      }
    )
  }
})

function checkOptions({ checks = {}, within = 1000, ...rest }: HealthOptions) {
  for (const [name, check] of Object.entries(checks))
    if (typeof check !== 'function')
      throw new TypeError(`The check '${name}' of health must be a function, not ${inspect(check, { depth: 0 })}.`)
  if (typeof within !== 'number' || !(within >= 1 && within < 2 ** 31))
    throw new RangeError(
      `'within' of health takes from 1 to 2147483647 milliseconds, not ${inspect(within, { depth: 0 })}.`
    )
  return { checks, within, ...rest }
}
