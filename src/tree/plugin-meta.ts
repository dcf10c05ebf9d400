/** The metadata of a plugin: three symbols that `fastify-plugin` and espalier's own wrappers set, and the checks that use them. */
import { inspect } from 'node:util'
import { errors, withMessage } from '../error/error.ts'
import { require } from '../require.ts'
import { isAsyncFunction, type UserFunction } from '../user-function.ts'
import type { AppObject } from './app-object.ts'
import { declaredElsewhere } from './declared-elsewhere.ts'
import { decoratorVerbs } from './decorator.ts'
import { pluginsSeenBy } from './inherit.ts'
import { type ContextNode, nodeOf } from './node.ts'

export const skipOverride = Symbol.for('skip-override')
export const displayName = Symbol.for('fastify.display-name')
export const pluginMeta = Symbol.for('plugin-meta')

/** The Fastify version whose plugins run here, and the value of `app.version`. Version ranges in plugin metadata are checked against it. */
export const compatibleVersion = '5.12.8'

export interface PluginMeta {
  /** Whether a wrapper of espalier made the plugin. Error messages about such a plugin may differ from Fastify's. */
  isOwn?: boolean
  name?: string
  fastify?: string
  decorators?: { fastify?: PropertyKey[]; request?: PropertyKey[]; reply?: PropertyKey[] }
  dependencies?: string[]
  encapsulate?: boolean
  /** Schemas of the parameters that the prefix of the plugin must have, by name. */
  params?: Readonly<Record<string, object>>
}

export type PluginFunction = UserFunction & {
  [skipOverride]?: boolean
  [displayName]?: string
  [pluginMeta]?: PluginMeta
}

/** Returns the given name of a plugin, otherwise the file that exports it, otherwise the function's name. An inline function may have no name. */
export function givenNameOf(plugin: PluginFunction): string | undefined {
  const given = plugin[displayName]
  if (given) return given
  const file = Object.keys(require.cache).find((path) => require.cache[path]?.exports === plugin)
  return file ?? (plugin.name || undefined)
}

export function nameOf(plugin: PluginFunction): string {
  const given = givenNameOf(plugin)
  if (given !== undefined) return given
  const lines = plugin.toString().split('\n', 2)
  return lines.map((line) => line.trim()).join(' -- ')
}

/** A plugin that is `undefined` mostly comes from a wrong import. */
export function inspectNoPlugin(given: unknown): string {
  if (given === undefined)
    return 'undefined. Its module has no export of that name, or files import each other in a circle'
  return inspect(given, { depth: 0 })
}

/** Whether a plugin was written for Fastify: `fastify-plugin` wraps it, or a plugin for Fastify registers it without a wrapper. */
export function isForeign(plugin: PluginFunction, by: { readonly isForeign: boolean } | undefined): boolean {
  const meta = plugin[pluginMeta]
  return meta?.isOwn !== true && (meta !== undefined || isShared(plugin) || by?.isForeign === true)
}

export function isShared(plugin: PluginFunction): boolean {
  return Boolean(plugin[skipOverride])
}

const decoratorChecks = {
  fastify: { kind: 'app', label: 'Fastify', own: 'the app', has: decoratorVerbs.hasDecorator },
  reply: { kind: 'replyDecorators', label: 'Reply', own: 'the reply', has: decoratorVerbs.hasReplyDecorator },
  request: { kind: 'requestDecorators', label: 'Request', own: 'the request', has: decoratorVerbs.hasRequestDecorator }
} as const

function checkDecorators(app: AppObject, { isOwn, name, decorators }: PluginMeta): void {
  for (const [target, { kind, label, own, has }] of Object.entries(decoratorChecks)) {
    const required = decorators?.[target as keyof typeof decoratorChecks]
    if (required === undefined) continue
    if (!Array.isArray(required))
      throw new errors.ESP_ERR_PLUGIN_META_INVALID(`decorators.${target}`, name ?? 'anonymous')
    for (const decorator of required) {
      if (has.call(app, decorator)) continue
      const requiredBy = typeof name === 'string' ? ` required by '${name}'` : ''
      const holder = isOwn === true ? own : label

      const error = new errors.FST_ERR_PLUGIN_NOT_PRESENT_IN_INSTANCE(String(decorator), requiredBy, holder)
      const elsewhere = declaredElsewhere(nodeOf(app), kind, decorator)
      throw withMessage(error, elsewhere && `.${elsewhere}`)
    }
  }
}

function checkDependencies(node: ContextNode, { isOwn, name, dependencies }: PluginMeta): void {
  if (!dependencies) return
  if (!Array.isArray(dependencies)) throw new errors.ESP_ERR_PLUGIN_META_INVALID('dependencies', name ?? 'anonymous')
  const present = pluginsSeenBy(node)
  const fix = isOwn === true ? '. Register it first, in the same context or above.' : ''
  for (const dependency of dependencies) {
    if (!present.has(dependency))
      throw withMessage(new errors.FST_ERR_PLUGIN_DEPENDENCY_NOT_REGISTERED(dependency, name), fix)
  }
}

function checkVersion(app: AppObject, { name, fastify }: PluginMeta): void {
  if (!fastify) return
  const semver: typeof import('semver') = require('semver')
  const version = app.version as string
  const isPrerelease = semver.prerelease(version) !== null
  // A release candidate accepts plugins for the release before it, so that users can try the candidate with their plugins.
  if (isPrerelease && semver.gt(version, semver.coerce(fastify) ?? version)) return
  if (!semver.satisfies(version, fastify, { includePrerelease: isPrerelease })) {
    throw new errors.FST_ERR_PLUGIN_VERSION_MISMATCH(name, fastify, version)
  }
}

export function admitPlugin(app: AppObject, plugin: PluginFunction): void {
  const node = nodeOf(app)
  const meta = plugin[pluginMeta]
  if (meta?.name) node.registeredPlugins.push(meta.name)
  if (isAsyncFunction(plugin) && plugin.length === 3) {
    throw new errors.FST_ERR_PLUGIN_INVALID_ASYNC_HANDLER(meta?.name ?? nameOf(plugin))
  }
  if (meta === undefined) return
  checkVersion(app, meta)
  checkDecorators(app, meta)
  checkDependencies(node, meta)
}
