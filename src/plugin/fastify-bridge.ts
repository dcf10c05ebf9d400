/**
 * The way of a plugin of ours into an app that is typed as Fastify's: `asFastifyPlugin`, which `espalier/fastify` publishes beside `adopt`, the way of
 * Fastify's plugins into a context of ours.
 */
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
    // An app whose import was left behind would fail somewhere inside the plugin, at the first method that Fastify does not have. As a rejection: what a
    // plugin throws ends the process there.
    if (nodeOf(app) === undefined) return Promise.reject(new errors.ESP_ERR_PLUGIN_APP_FOREIGN(nameOf(plugin)))
    return toCallable(plugin)(app, options)
  }
  // With what the plugin says of itself: its name, its needs, and whether it is shared.
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

// The run-time functions take their public types here, because types of plugins and guards exist for the compiler alone.
const bridges = { asFastifyPlugin: bridge, asFastifyHook: bridgeGuard } as unknown as Bridges

/**
 * Makes a plugin of `plugin` or `shared` one that an app typed as Fastify's registers. `FastifyInstance`, `FastifyRequest` and `FastifyReply` must
 * declare its needs, and its own members as it provides them. The boot checks the plugins and names that it needs, as ever.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when it is not given such a plugin; ESP_ERR_PLUGIN_APP_FOREIGN at load, when the app is one of Fastify itself.
 * @example fastify.register(asFastifyPlugin(books), { prefix: '/v1' })
 */
export const asFastifyPlugin: AsFastifyPluginFunction = bridges.asFastifyPlugin

/**
 * Makes a guard of `guard` a hook that stands in routes and `addHook` of an app typed as Fastify's. `FastifyRequest` must declare the members that
 * the guard reads. Those that it promises count in routes of espalier's types only.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when it is not given a function.
 * @example fastify.get('/members', { onRequest: [asFastifyHook(requireMember)] }, list)
 */
export const asFastifyHook: AsFastifyHookFunction = bridges.asFastifyHook
