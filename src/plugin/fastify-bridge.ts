/** Lets an app with Fastify's types register plugins of espalier. Published in `espalier/fastify`, with the counterpart `adopt`. */
import type { AsFastifyHookFunction, AsFastifyPluginFunction } from '../../types/fastify-bridge.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import type { AppObject } from '../tree/app-object.ts'
import { nodeOf } from '../tree/node.ts'
import { inspectNoPlugin, nameOf, type PluginFunction, pluginMeta } from '../tree/plugin-meta.ts'
import { isFunction, toCallable } from '../user-function.ts'

export type { AsFastifyHookFunction, AsFastifyPluginFunction, FastifyHook } from '../../types/fastify-bridge.ts'

const isOwn = (given: unknown) => isFunction(given) && (given as PluginFunction)[pluginMeta]?.isOwn === true

function bridge(plugin: PluginFunction): PluginFunction {
  checkArgument(
    isOwn(plugin),
    'The argument of asFastifyPlugin()',
    'a plugin made by plugin() or shared()',
    plugin,
    inspectNoPlugin
  )
  const run = (app: AppObject, options: unknown) => {
    // An app of Fastify lacks methods that the plugin calls. The error is a rejection, because Fastify does not catch exceptions of plugins.
    if (nodeOf(app) === undefined) return Promise.reject(new errors.ESP_ERR_PLUGIN_APP_FOREIGN(nameOf(plugin)))
    return toCallable(plugin)(app, options)
  }
  // Copies the metadata: the name of the plugin, its needs, and whether it is shared.
  return Object.assign(run, plugin)
}

function bridgeGuard(guard: unknown): unknown {
  checkArgument(isFunction(guard), 'What asFastifyHook takes', 'a guard made by guard()', guard)
  return guard
}

interface Bridges {
  readonly asFastifyPlugin: AsFastifyPluginFunction
  readonly asFastifyHook: AsFastifyHookFunction
}

// A cast is needed, because some members of the types of plugins and guards exist only for the compiler.
const bridges = { asFastifyPlugin: bridge, asFastifyHook: bridgeGuard } as unknown as Bridges

/**
 * Turns a plugin made by `plugin` or `shared` into a plugin that an app with Fastify's types can register. `FastifyInstance`, `FastifyRequest` and
 * `FastifyReply` must declare the members that the plugin needs and adds. The boot checks the needs as usual.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is not such a plugin; ESP_ERR_PLUGIN_APP_FOREIGN at load, when Fastify itself made the app.
 * @example
 * const books = plugin({ name: 'books', setup: (app) => app.get('/books', () => 'ok') })
 * app.register(asFastifyPlugin(books), { prefix: '/v1' })
 * const { body } = await app.inject('/v1/books') // 'ok'
 */
export const asFastifyPlugin: AsFastifyPluginFunction = bridges.asFastifyPlugin

/**
 * Turns a guard made by `guard` into a hook for routes and `addHook` of an app with Fastify's types. `FastifyRequest` must declare the members that
 * the guard reads. The members that the guard adds are typed only in routes with espalier's types.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is not a function.
 * @example
 * const requireMember = guard((request, reply) => reply.code(401).send())
 * app.get('/members', { onRequest: [asFastifyHook(requireMember)] }, () => 'ok')
 * const { statusCode } = await app.inject('/members') // 401
 */
export const asFastifyHook: AsFastifyHookFunction = bridges.asFastifyHook
