/** The wrappers that make typed plugins: `plugin` keeps its own context, `shared` hands what it declares to the context that registers it. */
import { inspect } from 'node:util'
import { errors } from '../error/error.ts'
import { type Callable, isFunction } from '../user-function.ts'
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

function check(isRight: boolean, what: string, right: string, given: unknown): void {
  if (!isRight) throw new errors.ESP_ERR_ARGUMENT_INVALID(what, right, inspect(given, { depth: 0 }))
}

/** @throws ESP_ERR_ARGUMENT_INVALID for what would otherwise fail far from its line, when the plugin is registered */
function checkDefinition({ name, needs, setup }: Definition): void {
  check(typeof name === 'string' && name !== '', "The 'name' of a plugin", 'a text', name)
  check(isFunction(setup), `The 'setup' of plugin '${name}'`, 'a function', setup)
  if (needs === undefined) return
  if (!Array.isArray(needs)) {
    const isRequirement = typeof needs === 'object' && needs !== null && '~requires' in needs
    const right = 'a list of plugins, or what requires() answers'
    return check(isRequirement, `The 'needs' of plugin '${name}'`, right, needs)
  }
  for (const [index, needed] of needs.entries()) {
    // What is imported in a circle is still undefined.
    check(isFunction(needed), `'needs[${index}]' of plugin '${name}'`, 'a plugin', needed)
  }
}

function define(definition: Definition, isShared: boolean): PluginFunction {
  checkDefinition(definition)
  const { name, needs, setup } = definition
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
