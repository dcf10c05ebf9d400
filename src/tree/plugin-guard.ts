/** Wraps a plugin for avvio, which does not catch exceptions: an exception becomes a rejection that names the plugin. */
import type { Logger } from '../../types/logger.ts'
import { logSafely } from '../base/log-safely.ts'
import { errors, toReason } from '../error/error.ts'
import { setNotes } from '../error/note.ts'
import { type Callable, isFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { nodeOf } from './node.ts'
import type { Origin } from './origin.ts'
import { givenNameOf, inspectNoPlugin, isForeign, isShared, nameOf, type PluginFunction } from './plugin-meta.ts'
import { moveTo, type Position } from './position.ts'

export interface Registration {
  readonly plugin: PluginFunction
  /** `undefined` for the root plugin, which avvio registers. */
  readonly origin?: Origin
  readonly position: Position
}

const registrations = new WeakMap<object, Registration>()

export function registrationOf(wrapped: PluginFunction): Registration {
  return registrations.get(wrapped) ?? { plugin: wrapped, position: [] }
}

function notePlugin(plugin: PluginFunction, error: unknown): unknown {
  return setNotes(toReason(error), { plugin: nameOf(plugin) })
}

/** The `done` of a plugin. A second call is only logged, because the next plugin is loading by then. */
function doneOf(plugin: PluginFunction, app: AppObject, done: Callable, leave: () => void): Callable {
  let called = false
  return (error) => {
    if (called) return logSafely(app.log as Logger, 'warn', `plugin '${nameOf(plugin)}' called done twice`)
    called = true
    leave()
    return done(error ? notePlugin(plugin, error) : error)
  }
}

export function wrapPlugin(plugin: unknown, origin: Origin, position: Position): unknown {
  const { then, default: exported } = (plugin ?? {}) as { then?: unknown; default?: unknown }
  if (isFunction(then)) return then.call(plugin, (loaded: unknown) => wrapPlugin(loaded, origin, position))
  if (isFunction(exported) && exported !== plugin) return wrapPlugin(exported, origin, position)
  if (!isFunction(plugin)) throw new errors.FST_ERR_PLUGIN_NOT_VALID(inspectNoPlugin(plugin))
  const own: PluginFunction = plugin
  const run = (app: AppObject, options: unknown, done: Callable) => {
    const by = { plugin: givenNameOf(own), isForeign: isForeign(own, origin) }
    const leave = isShared(own) ? moveTo(nodeOf(app), position, by) : () => {}
    // avvio takes a falsy value for success. Without a conversion, the app would serve requests although a plugin rejected with `undefined`.
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
  const wrapped = Object.defineProperties(run, { ...Object.getOwnPropertyDescriptors(own), ...replaced })
  registrations.set(wrapped, { plugin: own, origin, position })
  return wrapped
}
