/** Plugins made for Fastify, typed and scoped: their decorators are visible only in the contexts that adopt them. Published as `espalier/fastify`. */
import type { AdoptFunction, RouteOptionsFunction } from '../../types/adopt.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import { type AppObject, callMethod } from '../tree/app-object.ts'
import { shared } from '../tree/plugin.ts'
import {
  displayName,
  inspectNoPlugin,
  nameOf,
  type PluginFunction,
  pluginMeta,
  skipOverride
} from '../tree/plugin-meta.ts'
import { type Callable, isFunction, toCallable } from '../user-function.ts'
import { followHandler } from './socket-handler.ts'

export type {
  Adopted,
  AdoptFunction,
  FastifyPlugin,
  PluginRouteOptions,
  RouteOptionsFunction
} from '../../types/adopt.ts'
export {
  type AsFastifyHookFunction,
  type AsFastifyPluginFunction,
  asFastifyHook,
  asFastifyPlugin,
  type FastifyHook
} from './fastify-bridge.ts'

interface Names {
  readonly name?: string
  readonly needs?: readonly PluginFunction[]
  readonly app?: readonly string[]
  readonly request?: readonly string[]
  readonly reply?: readonly string[]
  readonly sends?: readonly string[]
  readonly route?: readonly string[]
}

const lookUps = { app: 'hasDecorator', request: 'hasRequestDecorator', reply: 'hasReplyDecorator' } as const

/** Marks a plugin as shared, as `fastify-plugin` does. Otherwise its decorators would be visible only in its own context. */
function asShared(plugin: PluginFunction): PluginFunction {
  if (plugin[skipOverride]) return plugin
  const meta = plugin[pluginMeta]
  const own = { [displayName]: nameOf(plugin), [skipOverride]: true, ...(meta && { [pluginMeta]: meta }) }
  return Object.assign(toCallable(plugin).bind(null), own)
}

function checkDeclared(app: AppObject, plugin: string, names: Names): void {
  const kinds = { ...names, reply: [...(names.reply ?? []), ...(names.sends ?? [])] }
  for (const [kind, lookUp] of Object.entries(lookUps)) {
    for (const name of kinds[kind as keyof typeof lookUps] ?? []) {
      if (!callMethod(app, lookUp, name)) {
        throw new errors.ESP_ERR_ADOPTED_DECORATOR_MISSING(plugin, `${kind}.${name}`)
      }
    }
  }
}

/** Accepts a plugin, or a module whose `default` is the plugin: a namespace, or CommonJS output of an ES module. */
function pluginIn(given: unknown): PluginFunction {
  const plugin: unknown = isFunction(given) ? given : Object(given).default
  checkArgument(isFunction(plugin), 'The argument of adopt()', 'a plugin', given, inspectNoPlugin)
  return plugin
}

function adoptPlugin(exported: unknown, names: Names = {}): PluginFunction {
  const plugin = pluginIn(exported)
  const { name = nameOf(plugin), needs = [] } = names
  const inner = asShared(plugin)
  const setup: Callable = async (given, options) => {
    const app = given as AppObject
    // This hook wraps socket handlers, such as `wsHandler`. It is added before the plugin's own `onRoute` hook, which reads the wrapped handlers.
    for (const option of names.route ?? [])
      callMethod(app, 'addHook', 'onRoute', (route: Record<string, unknown>) => {
        if (option in route) route[option] = followHandler(route[option])
      })
    await callMethod(app, 'register', inner, options)
    checkDeclared(app, name, names)
  }
  return shared({ name, needs, setup })
}

/**
 * Turns a plugin for Fastify into a shared plugin. The named decorators are typed in the context that registers the plugin and in its child
 * contexts. Their types come from the plugin's augmentation of the module `fastify`. A module whose default export is the plugin is accepted, too.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when the argument is neither a plugin nor such a module
 * @throws ESP_ERR_ADOPTED_DECORATOR_MISSING at load, when the plugin did not declare a named decorator.
 * @example
 * const jwt = adopt(async (app) => { app.decorate('jwt', { sign: () => 'signed' }) }, { name: 'jwt' })
 * const loaded = await app.register(jwt)
 * loaded.jwt.sign() // 'signed'
 */
// A cast is needed, because some members of a plugin's type exist only for the compiler.
export const adopt = adoptPlugin as unknown as AdoptFunction

/**
 * Types the route options that adopted plugins add; spread the result into a route's options. At run time it returns its argument.
 *
 * @example routeOptions({ config: { rateLimit: { max: 5 } } }).config.rateLimit // { max: 5 }
 */
export const routeOptions: RouteOptionsFunction = (options) => options
