/** The public surface of espalier. */

import type { HttpErrorFunction, HttpErrorGuard } from '../types/error.ts'
import type {
  Espalier,
  GuardFunction,
  PluginFunction,
  RequiresFunction,
  ServerOptions,
  SharedFunction,
  TypeBuilder,
  ValueFunction
} from '../types/index.ts'
import { createApp } from './adapter/create-app.ts'
import { endpoint, endpoints, events, withDefault } from './contract/typed.ts'
import { errors as errorCodes, isError } from './error/error.ts'
import { isHttpError as isOneOfHttp, httpError as makeHttpError } from './error/http-error.ts'
import { LogController } from './log/request-log.ts'
import { keep } from './plugin/keep.ts'
import { limitAnswer } from './plugin/limit-answer.ts'
import { Type as TypeBox } from './schema/type-builder.ts'
import { guard as deriveGuard } from './tree/derive.ts'
import * as wrappers from './tree/plugin.ts'

export type { Static, TSchema } from '@sinclair/typebox'
export type * from '../types/index.ts'
export { endpoint, endpoints, errorCodes, events, isError, keep, LogController, limitAnswer, withDefault }

// Declared as a function because applications also call their factory with `new`, which an arrow function refuses.
function create(options?: ServerOptions) {
  return createApp(options)
}

// The only place where the runtime values are cast to their public types.
/**
 * Makes an app: the root context, on which everything else is declared.
 *
 * @throws FST_ERR_OPTIONS_NOT_OBJ, FST_ERR_INIT_OPTS_INVALID, ESP_ERR_ARGUMENT_INVALID and codes of single options when an option is wrong.
 * @example
 * const app = espalier({ logger: true })
 * app.get('/hello/:name', ({ params }) => ({ greeting: `Hello, ${params.name}!` }))
 * await app.listen({ port: 3000 })
 */
export const espalier = create as unknown as Espalier
/**
 * Makes a plugin with a context of its own: the declarations of its `setup` are not visible outside. It gets what it `needs` from the context above.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `name`, `needs` or `setup` is of the wrong kind; FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
 * FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE at boot, when what it needs is missing.
 * @example
 * const books = plugin({ name: 'books', needs: [db], setup: (app) => app.get('/books', () => app.db.titles) })
 */
export const plugin = wrappers.plugin as unknown as PluginFunction
/**
 * Makes a plugin whose `setup` declares in the context that registers it, and no further up. Its types are those of the app that `setup` returns.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `name`, `needs` or `setup` is of the wrong kind; FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
 * FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE at boot, when what it needs is missing.
 * @example
 * const db = shared({ name: 'db', setup: async (app, options: { url: string }) => app.decorate('db', await connect(options.url)) })
 */
export const shared = wrappers.shared as unknown as SharedFunction
/**
 * Declares for `needs` the shape that a plugin's context must have, from any provider. The names are checked when the plugin loads.
 *
 * @example
 * plugin({ name: 'uptime', needs: requires<{ app: { now: () => number } }>({ app: ['now'] }), setup: (app) => { app.now() } })
 */
export const requires = wrappers.requires as unknown as RequiresFunction
/**
 * Gives a decorator a slot of a wider type than its first value, for hooks to fill.
 *
 * @example app.decorateRequest('user', value<User | null>(null))
 */
export const value = wrappers.value as unknown as ValueFunction
/**
 * Makes a hook of a function that returns members of a request. Later hooks and handlers of the route have those members. `guard<{ request: { user:
 * User } }>()` takes a hook that fills decorators itself.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is no function. For a request: ESP_ERR_DERIVED_INVALID when the function returns no object and
 * nothing was sent, ESP_ERR_DERIVED_NAME_TAKEN when it returns a member that every request has.
 *
 * @example
 * const requireUser = guard(async (request, reply) => {
 *   const user = await findUser(request.headers.authorization)
 *   return user ? { user } : reply.code(401).send()
 * })
 * app.get('/me', { preHandler: [requireUser] }, ({ user }) => user.name)
 */
export const guard = deriveGuard as unknown as GuardFunction
/**
 * Makes an error that carries its response. Thrown in a handler or a hook, it responds with its status, code, message and headers. The message is for
 * clients.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the status is not that of an error, or the code is not text.
 *
 * @example throw httpError(404, 'NO_SUCH_BOOK', `There is no book ${id}.`)
 */
export const httpError = makeHttpError as unknown as HttpErrorFunction
/**
 * Returns whether a caught value is an error that carries its response: one of `httpError`, of the framework or of a plugin. Its status is 400 to
 * 599, and it may have a code. With the argument `code`, only an error of that code counts.
 *
 * @example if (isHttpError(error) && error.statusCode < 500) return reply.code(error.statusCode).send({ message: error.message })
 */
export const isHttpError = isOneOfHttp as unknown as HttpErrorGuard
/** TypeBox's builder of schemas (0.34), which keeps a literal `$id` in a schema's type; loaded at its first use. */
export const Type = TypeBox as TypeBuilder

/** The factory under the name that applications written for Fastify import, so that only the module's name changes. */
export const fastify = espalier

export default espalier

// The result of `require`: the factory itself, as CommonJS applications expect of a framework, with the other exports on it.
const commonJs = Object.assign(espalier, {
  default: espalier,
  espalier,
  fastify,
  plugin,
  shared,
  requires,
  value,
  guard,
  endpoint,
  endpoints,
  events,
  withDefault,
  errorCodes,
  isError,
  httpError,
  isHttpError,
  keep,
  limitAnswer,
  LogController,
  Type
})

export { commonJs as 'module.exports' }
