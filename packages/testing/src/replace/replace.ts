/**
 * espalier publishes each new app on the diagnostics channel `fastify.initialization` before the application gets it. At that moment `app.register`
 * is replaced by a function that registers the replacements. All contexts of the app inherit this function.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { AnyPlugin } from 'espalier'

const channel = 'fastify.initialization'

/** A plugin and its replacement, which `replace` returns. */
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
 * Calls `createApp` and returns its app. In every context, the given plugins are replaced. `ready()` fails if the app never registers one of them.
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
  const fakes = new Map(replacements.map(({ real, fake }) => [real, fake]))
  const registered = new Set<object>()
  app.register = function registerReplaced(this: unknown, plugin: unknown, ...rest) {
    const isReplaced = typeof plugin === 'function' && fakes.has(plugin)
    if (isReplaced) registered.add(plugin)
    return Reflect.apply(register, this, [isReplaced ? fakes.get(plugin) : plugin, ...rest])
  }
  app.addHook('onReady', async () => {
    const missing = [...fakes.keys()].filter((real) => !registered.has(real)).map(nameOf)
    if (missing.length > 0)
      throw new Error(`appWith() replaces ${missing.join(', ')}, which the app does not register.`)
  })
}

const displayName = Symbol.for('fastify.display-name')
const nameOf = (plugin: object) =>
  `the plugin '${String(Reflect.get(plugin, displayName) ?? Reflect.get(plugin, 'name'))}'`
