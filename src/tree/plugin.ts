/** The wrappers that make typed plugins: `plugin` keeps its own context, `shared` hands what it declares to the context that registers it. */

import type { Callable } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { displayName, type PluginFunction, pluginMeta, skipOverride } from './plugin-meta.ts'

/** Names that a plugin needs its context to have, by kind, without naming who provides them. */
export interface Requirement {
  readonly '~requires': { app?: readonly string[]; request?: readonly string[]; reply?: readonly string[] }
}

interface Definition {
  readonly name: string
  readonly needs?: readonly PluginFunction[] | Requirement
  readonly setup: Callable
}

/** A plugin's result is the app it widened, which is itself awaitable: waiting for it inside its own load would never end. */
async function discard(result: PromiseLike<unknown>): Promise<void> {
  await result
}

function isPromise(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as PromiseLike<unknown> | null)?.then === 'function'
}

function define({ name, needs, setup }: Definition, isShared: boolean): PluginFunction {
  const run: PluginFunction = (app: AppObject, options: unknown) => {
    const result = setup.call(app, app, options)
    return result !== app && isPromise(result) ? discard(result) : undefined
  }
  const dependencies = Array.isArray(needs)
    ? needs.map((plugin: PluginFunction) => plugin[displayName] ?? plugin.name)
    : []
  const required = needs !== undefined && '~requires' in needs ? needs['~requires'] : {}
  const decorators = {
    fastify: [...(required.app ?? [])],
    request: [...(required.request ?? [])],
    reply: [...(required.reply ?? [])]
  }
  return Object.assign(run, {
    [displayName]: name,
    [pluginMeta]: { name, dependencies, decorators },
    ...(isShared && { [skipOverride]: true })
  })
}

export function plugin(definition: Definition): PluginFunction {
  return define(definition, false)
}

export function shared(definition: Definition): PluginFunction {
  return define(definition, true)
}

/** States what a plugin needs as a shape. Names given at run time are checked when the plugin is registered; the shape is for the compiler. */
export function requires(names: Requirement['~requires'] = {}): Requirement {
  return { '~requires': names }
}

/** Gives a decorator its initial value; the type of its slot may be wider than the value's. */
export function value<T>(initial: T): T {
  return initial
}

/** Marks a hook whose success refines what later hooks and the handler see. At run time it is the hook itself. */
export function guard() {
  return <Fn>(hook: Fn): Fn => hook
}
