/** Makes typed plugins. The declarations of a `plugin` stay in its own context; a `shared` plugin declares in the context that registers it. */
import { checkArgument } from '../error/argument.ts'
import { type Callable, isFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { displayName, inspectNoPlugin, type PluginFunction, pluginMeta, skipOverride } from './plugin-meta.ts'
import { checkParams } from './prefix-params.ts'

export interface Requirement {
  readonly '~requires': { app?: readonly string[]; request?: readonly string[]; reply?: readonly string[] }
}

interface Definition {
  readonly name: string
  readonly needs?: readonly PluginFunction[] | Requirement
  readonly params?: Readonly<Record<string, object>>
  readonly setup: Callable
}

/** Drops the result of `setup`. If a plugin resolved to the app, which is awaitable, it would wait for its own end forever. */
async function discard(result: PromiseLike<unknown>): Promise<void> {
  await result
}

function isPromise(result: unknown): result is PromiseLike<unknown> {
  return typeof (result as PromiseLike<unknown> | null)?.then === 'function'
}

/** @throws ESP_ERR_ARGUMENT_INVALID for a mistake that would otherwise fail later, when the plugin is registered */
function checkDefinition({ name, needs, params, setup, ...others }: Definition): void {
  checkArgument(typeof name === 'string' && name !== '', "The 'name' of a plugin", 'a string', name)
  checkArgument(isFunction(setup), `The 'setup' of plugin '${name}'`, 'a function', setup)
  const [unknown] = Object.keys(others)
  checkArgument(unknown === undefined, `The definition of plugin '${name}'`, 'name, needs, params and setup', unknown)
  checkParams(params, name)
  if (needs === undefined) return
  if (!Array.isArray(needs)) {
    const isRequirement = typeof needs === 'object' && needs !== null && '~requires' in needs
    const expected = 'a list of plugins, or what requires() answers'
    return checkArgument(isRequirement, `The 'needs' of plugin '${name}'`, expected, needs)
  }
  for (const [index, needed] of needs.entries()) {
    checkArgument(isFunction(needed), `'needs[${index}]' of plugin '${name}'`, 'a plugin', needed, inspectNoPlugin)
  }
}

function define(definition: Definition, isShared: boolean): PluginFunction {
  checkDefinition(definition)
  const { name, needs, params, setup } = definition
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
    [pluginMeta]: { isOwn: true, name, dependencies, decorators, ...(params && { params }) },
    ...(isShared && { [skipOverride]: true })
  })
}

export const plugin = (definition: Definition): PluginFunction => define(definition, false)
export const shared = (definition: Definition): PluginFunction => define(definition, true)

export function requires(names: Requirement['~requires'] = {}): Requirement {
  return { '~requires': names }
}

export function value<T>(initial: T): T {
  return initial
}
