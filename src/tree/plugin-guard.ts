/** A guard around a plugin that is loaded: what it throws is a rejection that names it, and its `done` counts once. */
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
  /** The origin of its registration; `undefined` for the root, which avvio registers itself. */
  readonly origin?: Origin
  readonly position: Position
}

const guarded = new WeakMap<object, Registration>()

/** The plugin behind its guard: what a plugin says of itself, and its file, are found by itself. */
export function registrationOf(guardian: PluginFunction): Registration {
  return guarded.get(guardian) ?? { plugin: guardian, position: [] }
}

function notePlugin(plugin: PluginFunction, error: unknown): unknown {
  return noteOn(toReason(error), { plugin: nameOf(plugin) })
}

/** A plugin's `done` counts once; a second call is told, because the loading has gone on without it. */
function doneOf(plugin: PluginFunction, app: AppObject, done: Callable, leave: () => void): Callable {
  let called = false
  return (error) => {
    if (called) return logSafely(app.log as Logger, 'warn', `plugin '${nameOf(plugin)}' called done twice`)
    called = true
    leave()
    return done(error ? notePlugin(plugin, error) : error)
  }
}

/** Turns what a plugin throws at once into what it rejects with: avvio would let it end the process. */
export function guardPlugin(plugin: unknown, origin: Origin, position: Position): unknown {
  const { then, default: exported } = (plugin ?? {}) as { then?: unknown; default?: unknown }
  if (isFunction(then)) return then.call(plugin, (loaded: unknown) => guardPlugin(loaded, origin, position))
  if (isFunction(exported) && exported !== plugin) return guardPlugin(exported, origin, position)
  if (!isFunction(plugin)) throw new errors.FST_ERR_PLUGIN_NOT_VALID(inspectNoPlugin(plugin))
  const own: PluginFunction = plugin
  const run = (app: AppObject, options: unknown, done: Callable) => {
    const by = { plugin: givenNameOf(own), isForeign: isForeign(own, origin) }
    const leave = isShared(own) ? moveTo(nodeOf(app), position, by) : () => {}
    // To avvio what is false is no error, and an app would serve without a plugin that rejected with nothing.
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
