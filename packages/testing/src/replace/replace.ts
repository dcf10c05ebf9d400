/**
 * Replaces plugins of an app by others in tests, in any context, although the application registers the real ones.
 *
 * espalier publishes each new app on the diagnostics channel `fastify.initialization` before the application gets it. At that moment `app.register`
 * is replaced by a function that registers the replacement of a plugin instead of the plugin. All contexts of the app inherit this function.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AnyPlugin } from 'espalier'

const channel = 'fastify.initialization'

/** A plugin and its replacement; made by `replace`. */
export interface Replacement {
  readonly real: object
  readonly fake: unknown
}

/**
 * Pairs a plugin with its replacement for `appWith`. The replacement must have the same type: name, members and options.
 *
 * @example
 * const database = shared({ name: 'database', setup: (app) => app.decorate('kind', 'real') })
 * const fake = shared({ name: 'database', setup: (app) => app.decorate('kind', 'fake') })
 * const app = appWith(() => espalier().register(database), [replace(database, fake)])
 * (await app.ready()).kind // 'fake'
 */
export function replace<const Real extends AnyPlugin>(real: Real, fake: NoInfer<Real>): Replacement {
  return { real, fake }
}

interface RegisteringApp {
  register(plugin: unknown, options?: unknown): unknown
  addHook(name: 'onReady', hook: () => Promise<void>): unknown
}

/**
 * Calls `createApp` and returns its app, with plugins replaced in every context. `ready()` fails if the app never registers one of the replaced
 * plugins.
 *
 * @param createApp makes one app. It may be async.
 * @example
 * const database = shared({ name: 'database', setup: (app) => app.decorate('kind', 'real') })
 * const app = appWith(() => espalier().register(database), [])
 * (await app.ready()).kind // 'real'
 */
export function appWith<App>(createApp: () => App, replacements: readonly Replacement[]): App {
  const making = new AsyncLocalStorage<true>()
  const replaceIn = (message: unknown) => {
    if (making.getStore() !== true) return
    unsubscribe(channel, replaceIn)
    patch((message as { fastify: RegisteringApp }).fastify, replacements)
  }
  subscribe(channel, replaceIn)
  try {
    return making.run(true, createApp)
  } catch (error) {
    unsubscribe(channel, replaceIn)
    throw error
  }
}

function patch(app: RegisteringApp, replacements: readonly Replacement[]): void {
  const { register } = app
  const left = new Map(replacements.map(({ real, fake }) => [real, fake]))
  const met = new Set<object>()
  app.register = function registerReplaced(this: unknown, plugin: unknown, ...rest) {
    const isReplaced = typeof plugin === 'function' && left.has(plugin)
    if (isReplaced) met.add(plugin)
    return Reflect.apply(register, this, [isReplaced ? left.get(plugin) : plugin, ...rest])
  }
  app.addHook('onReady', async () => {
    const unmet = [...left.keys()].filter((real) => !met.has(real)).map(nameOf)
    if (unmet.length > 0) throw new Error(`appWith() replaces ${unmet.join(', ')}, which the app does not register.`)
  })
}

const displayName = Symbol.for('fastify.display-name')
const nameOf = (plugin: object) =>
  `the plugin '${String(Reflect.get(plugin, displayName) ?? Reflect.get(plugin, 'name'))}'`
