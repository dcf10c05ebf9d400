/** Wraps a plugin for loading: an exception becomes a rejection that names the plugin, and `done` counts only once. */
import type { Logger } from '../../types/logger.ts'
import { logSafely } from '../base/log-safely.ts'
import { errors, toReason } from '../error/error.ts'
import { noteOn } from '../error/note.ts'
import { type Callable, isFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf } from './node.ts'
import type { Origin } from './origin.ts'
import { givenNameOf, inspectNoPlugin, isForeign, isShared, nameOf, type PluginFunction } from './plugin-meta.ts'
import { moveTo, type Position } from './position.ts'

/** A plugin as it was registered. */
export interface Registration {
  readonly plugin: PluginFunction
  /** The origin of its registration; `undefined` for the root, which avvio registers. */
  readonly origin?: Origin
  readonly position: Position
}

const guarded = new WeakMap<object, Registration>()

/** Returns the registration of a guarded plugin, with the plugin's own metadata. */
export function registrationOf(guardian: PluginFunction): Registration {
  return guarded.get(guardian) ?? { plugin: guardian, position: [] }
}

function notePlugin(plugin: PluginFunction, error: unknown): unknown {
  return noteOn(toReason(error), { plugin: nameOf(plugin) })
}

/** The `done` of a plugin. A second call is reported, because the loading has continued. */
function doneOf(plugin: PluginFunction, app: AppObject, done: Callable, leave: () => void): Callable {
  let called = false
  return (error) => {
    if (called) return logSafely(app.log as Logger, 'warn', `plugin '${nameOf(plugin)}' called done twice`)
    called = true
    leave()
    return done(error ? notePlugin(plugin, error) : error)
  }
}

/** Converts an exception of a plugin to a rejection. Uncaught by avvio, it would end the process. */
export function guardPlugin(plugin: unknown, origin: Origin, position: Position): unknown {
  const { then, default: exported } = (plugin ?? {}) as { then?: unknown; default?: unknown }
  if (isFunction(then)) return then.call(plugin, (loaded: unknown) => guardPlugin(loaded, origin, position))
  if (isFunction(exported) && exported !== plugin) return guardPlugin(exported, origin, position)
  if (!isFunction(plugin)) throw new errors.FST_ERR_PLUGIN_NOT_VALID(inspectNoPlugin(plugin))
  const own: PluginFunction = plugin
  const run = (app: AppObject, options: unknown, done: Callable) => {
    const by = { plugin: givenNameOf(own), isForeign: isForeign(own, origin) }
    const leave = isShared(own) ? moveTo(nodeOf(app), position, by) : () => {}
    // For avvio a falsy value is not an error, so the app would serve requests without a plugin that rejected with `undefined`.
    const fail = (error: unknown) => {
      leave()
      return Promise.reject(notePlugin(own, error))
    }
    try {
      const result = plugin(app, options, doneOf(own, app, done, leave))
      if (result instanceof Promise) return result.then(leave, fail)
      if (own.length < 3) leave()
      return result
    } catch (error) {
      return fail(error)
    }
  }
  const replaced = { toString: { value: () => own.toString() }, default: { value: run } }
  const guardian = Object.defineProperties(run, { ...Object.getOwnPropertyDescriptors(own), ...replaced })
  guarded.set(guardian, { plugin: own, origin, position })
  return guardian
}
