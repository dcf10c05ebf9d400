/** The public exports of espalier. */

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
 * Makes an app: the root context, which takes plugins, routes and hooks.
 *
 * @throws FST_ERR_OPTIONS_NOT_OBJ, FST_ERR_INIT_OPTS_INVALID, ESP_ERR_ARGUMENT_INVALID and codes of single options when an option is wrong.
 * @example
 * const app = espalier({ logger: false })
 * app.get('/hello/:name', ({ params }) => ({ greeting: `Hello, ${params.name}!` }))
 * const { body } = await app.inject('/hello/Ada') // '{"greeting":"Hello, Ada!"}'
 */
export const espalier = create as unknown as Espalier
/**
 * Makes a plugin with a context of its own: the declarations of its `setup` are not visible outside. The context that registers the plugin must have
 * the members that it `needs`.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `name`, `needs` or `setup` is of the wrong kind; FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
 * FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE at boot, when a need is missing.
 *
 * @example
 * const db = shared({ name: 'db', setup: (app) => app.decorate('db', { titles: ['Emma'] }) })
 * const books = plugin({ name: 'books', needs: [db], setup: (app) => app.get('/books', () => app.db.titles) })
 * app.register(db).register(books)
 * const { body } = await app.inject('/books') // '["Emma"]'
 */
export const plugin = wrappers.plugin as unknown as PluginFunction
/**
 * Makes a plugin without a context of its own: `setup` declares in the context that registers the plugin. The context gets the types of the app that
 * `setup` returns.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `name`, `needs` or `setup` is of the wrong kind; FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED,
 * FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE at boot, when a need is missing.
 *
 * @example
 * const db = shared({ name: 'db', setup: async (app, { url }) => app.decorate('db', { url }) })
 * const loaded = await app.register(db, { url: 'db:' })
 * loaded.db.url // 'db:'
 */
export const shared = wrappers.shared as unknown as SharedFunction
/**
 * Declares the members that a plugin `needs` by type and name, whichever plugin adds them. The names are checked when the plugin loads.
 *
 * @example
 * const needs = requires<{ app: { now: () => number } }>({ app: ['now'] })
 * await app.register(plugin({ name: 'uptime', needs, setup: () => {} })) // throws FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE
 */
export const requires = wrappers.requires as unknown as RequiresFunction
/**
 * Gives a decorator a type that is wider than its initial value, so that hooks can set it.
 *
 * @example
 * app.decorateRequest('user', value<User | null>(null)).get('/', ({ user }) => ({ user }))
 * const { body } = await app.inject('/') // '{"user":null}'
 */
export const value = wrappers.value as unknown as ValueFunction
/**
 * Makes a hook of a function that returns members for the request. Later hooks and the handler of the route get a request with these members.
 * `guard<{ request: { user: User } }>()(hook)` narrows a decorator instead: after the hook, `user` is a `User`.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is not a function. For a request: ESP_ERR_DERIVED_INVALID when the function returns no object
 * and has sent nothing, ESP_ERR_DERIVED_NAME_TAKEN when it returns a member that every request has.
 *
 * @example
 * const requireUser = guard(async ({ headers }, reply) => {
 *   return headers.authorization === 'Ada' ? { user: 'Ada' } : reply.code(401).send()
 * })
 * app.get('/me', { preHandler: [requireUser] }, ({ user }) => user)
 * const { statusCode } = await app.inject('/me') // 401
 */
export const guard = deriveGuard as unknown as GuardFunction
/**
 * Makes an error that determines its response. If a handler or a hook throws the error, the response has its status, code, message and headers.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the status is not from 400 to 599, or the code is not text.
 * @example
 * app.get('/:id', ({ params }) => { throw httpError(404, 'NO_SUCH_BOOK', `There is no book ${params.id}.`) })
 * const { message } = (await app.inject('/7')).json() // 'There is no book 7.'
 */
export const httpError = makeHttpError as unknown as HttpErrorFunction
/**
 * Returns whether a caught value is an error with a status from 400 to 599, made by `httpError`, the framework or a plugin. With the argument `code`,
 * the error must also have this code.
 *
 * @example isHttpError(httpError(404, 'NO_SUCH_BOOK', 'There is no such book.'), 'NO_SUCH_BOOK') // true
 */
export const isHttpError = isOneOfHttp as unknown as HttpErrorGuard
/**
 * TypeBox's schema builder (0.34), which keeps a literal `$id` in a schema's type. It is loaded at its first use.
 *
 * @example Type.Enum(['open', 'closed']).enum // [ 'open', 'closed' ]
 */
export const Type = TypeBox as TypeBuilder

/**
 * The function `espalier` under the name that Fastify exports, so that migrating applications change only the module's name.
 *
 * @example fastify === espalier // true
 */
export const fastify = espalier

export default espalier

// The result of `require`: the factory itself, as CommonJS applications expect of a framework, with the other exports as its properties.
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
