/** Loads plugins: avvio runs plugins in order and awaits each, and this file makes their contexts. No other file imports avvio. */
import { inspect } from 'node:util'
import type { Options as BootOptions } from 'avvio'
import type { LogSerializers } from '../../types/logger.ts'
import { errors, readOf, toReason, withStackHeadline } from '../error/error.ts'
import { createSpellingCheck } from '../error/misspelt-option.ts'
import { lineOf, prependFrame } from '../error/place.ts'
import { require } from '../require.ts'
import { type Callable, isFunction } from '../user-function.ts'
import { type AppObject, methodOf } from './app-object.ts'
import { runDeclarationHooks } from './declaration-hook.ts'
import { emptyDeclarations } from './empty-declarations.ts'
import { LoadingTree } from './loading-tree.ts'
import { momentOf } from './moment.ts'
import { attachNode, type ContextNode, nodeOf, type Tree } from './node.ts'
import { originOf } from './origin.ts'
import { type Registration, registrationOf, wrapPlugin } from './plugin-guard.ts'
import {
  admitPlugin,
  givenNameOf,
  isForeign,
  isShared,
  nameOf,
  type PluginFunction,
  pluginMeta
} from './plugin-meta.ts'
import { nextPosition } from './position.ts'
import { areParamSchemas, paramsBelow } from './prefix-params.ts'
import { type LifeHook, runWatched } from './run-hook.ts'
import { addAttachedSchemas } from './schema-bucket.ts'

const avvio: typeof import('avvio') = require('avvio')

interface RegisterOptions {
  prefix?: string
  params?: unknown
  logLevel?: string
  logSerializers?: LogSerializers
}

export interface Loader {
  /** Runs `fn` once everything registered so far has loaded. An error of `fn` fails the boot. */
  ready(fn: (error: unknown, done: (error?: unknown) => void) => void): void
  /** Calls back once everything has loaded, with `app` as `this`. */
  readyOf(app: AppObject, callback: unknown): unknown
  /** Runs `fn` before the close hooks that are declared so far, without a time limit. */
  beforeClose(fn: () => Promise<void>): void
  /** Runs the close hooks, newest first. Calls the callback, or returns a promise. */
  close(app: AppObject, callback: unknown): unknown
  /** Calls `fn` once, after all plugins have loaded and before `ready` callbacks run. If it throws, the boot fails. */
  onLoaded(fn: () => void): void
  printPlugins(): string
}

const timeoutCodes: ReadonlySet<unknown> = new Set(['AVV_ERR_READY_TIMEOUT', 'AVV_ERR_PLUGIN_EXEC_TIMEOUT'])

export function toBootError(error: unknown): unknown {
  if (!timeoutCodes.has(readOf(error, 'code'))) return error
  const message = String(readOf(error, 'message'))
  return withStackHeadline(new errors.FST_ERR_PLUGIN_TIMEOUT(message, { cause: error }), message)
}

export function toCallbackError(verb: string, given: unknown): Error {
  return new errors.FST_ERR_PLUGIN_CALLBACK_NOT_FN(`${verb}() takes a function, not ${inspect(given, { depth: 0 })}.`)
}

/** Converts avvio's errors about a registration that comes after the app, or the registering plugin, has loaded. */
function toLateError(error: unknown, plugin: unknown): unknown {
  const code = readOf(error, 'code')
  if (code === 'AVV_ERR_ROOT_PLG_BOOTED') return new errors.FST_ERR_ROOT_PLG_BOOTED('register()', { cause: error })
  if (code !== 'AVV_ERR_PARENT_PLG_LOADED') return toBootError(error)
  return new errors.FST_ERR_PARENT_PLUGIN_BOOTED(nameOf(plugin as PluginFunction), { cause: error })
}

function joinPrefix(parent: string, own: unknown): string {
  if (!own) return parent
  if (typeof own !== 'string')
    throw new errors.ESP_ERR_ARGUMENT_INVALID("The option 'prefix' of a plugin", 'a string', inspect(own))
  if (parent.endsWith('/') && own.startsWith('/')) return parent + own.slice(1)
  return own.startsWith('/') || parent.endsWith('/') ? parent + own : `${parent}/${own}`
}

function createChild(parent: ContextNode, registration: Registration, options: RegisterOptions): ContextNode {
  const { plugin, position, origin = null } = registration
  const app: AppObject = Object.create(parent.app)
  const inherited = parent.logSerializers
  const name = nameOf(plugin)
  const prefix = joinPrefix(parent.prefix, options.prefix)
  const declared = [plugin[pluginMeta]?.params, areParamSchemas(options.params) ? options.params : undefined]
  const node: ContextNode = {
    ...emptyDeclarations(),
    tree: parent.tree,
    parent,
    position,
    origin,
    createdAt: parent.tree.sequence,
    cursor: { at: [], next: 0, plugin: givenNameOf(plugin), isForeign: isForeign(plugin, registration.origin) },
    app,
    prefix,
    params: paramsBelow(parent, name, prefix, declared),
    logLevel: options.logLevel || parent.logLevel,
    logSerializers:
      inherited || options.logSerializers ? Object.assign(Object.create(inherited), options.logSerializers) : null,
    pluginNames: [name],
    schemas: parent.tree.createBucket(parent.schemas.getSchemas()),
    parsers: parent.parsers.copy(),
    hasNotFoundScope: Boolean(options.prefix)
  }
  attachNode(app, node)
  parent.children.push(node)
  addAttachedSchemas(node, declared)
  runDeclarationHooks(parent, 'onRegister', app, options)
  return node
}

const checkSpelling = createSpellingCheck(['prefix', 'params', 'logLevel', 'logSerializers'])

function begin(app: AppObject, wrapped: PluginFunction, options: RegisterOptions, loading: LoadingTree): AppObject {
  const registration = registrationOf(wrapped)
  const { plugin, origin } = registration
  nodeOf(app).tree.unsettled = null
  try {
    const entered = appFor(app, registration, options)
    loading.beginPlugin(() => plugin[pluginMeta]?.name ?? givenNameOf(plugin) ?? `plugin at ${lineOf(origin?.place)}`)
    return entered
  } catch (error) {
    throw prependFrame(origin?.place, error)
  }
}

/** A shared plugin gets the app that registers it. Any other plugin gets the app object of a new context. */
function appFor(app: AppObject, registration: Registration, options: RegisterOptions): AppObject {
  const { plugin } = registration
  admitPlugin(app, plugin)
  // A plugin without a second parameter cannot read options, so an unknown option is probably misspelt.
  if (plugin.length < 2 && options) checkSpelling(options, () => `the registration of '${nameOf(plugin)}'`)
  if (!isShared(plugin)) return createChild(nodeOf(app), registration, options).app
  const node = nodeOf(app)
  const name = nameOf(plugin)
  node.params = paramsBelow(node, name, node.prefix, [plugin[pluginMeta]?.params])
  addAttachedSchemas(node, plugin[pluginMeta]?.params)
  node.pluginNames.push(name)
  return app
}

function throwIt(error: unknown): never {
  throw error
}

/** Makes every app object awaitable: `await app.register(x)` returns the app it was called on, once everything registered so far has loaded. */
function makeThenable(tree: Tree, isBooted: () => boolean, loadSoFar: () => PromiseLike<unknown>): void {
  let resolving = false
  Object.defineProperty(tree.root.app, 'then', {
    configurable: true,
    get(this: AppObject) {
      if (isBooted()) return undefined
      // Resolving a promise with the app reads `then` again. This second read must return `undefined`, or resolving would never end.
      if (resolving) {
        resolving = false
        return undefined
      }
      return (resolve: Callable = (app) => app, reject: Callable = throwIt) => {
        tree.unsettled = null
        return loadSoFar().then(
          () => {
            resolving = true
            return resolve(this)
          },
          (error) => reject(toBootError(error))
        )
      }
    }
  })
}

/** avvio's `after` without a listener returns a promise of `undefined`. This override returns a promise of the app. */
function makeAfterAwaitable(tree: Tree, loading: LoadingTree): void {
  const root = tree.root.app
  const after = methodOf(root, 'after')
  root.after = function (this: AppObject, listener?: unknown) {
    if (listener === undefined) return Promise.resolve(this)
    if (tree.phase === 'closed') throw new errors.FST_ERR_ROOT_PLG_BOOTED('after()')
    tree.unsettled = null
    return after.call(this, withBootErrors(listener, tree, loading))
  }
}

/** The wrapper has as many parameters as the listener, because avvio chooses the arguments by their number. */
function withBootErrors(listener: unknown, tree: Tree, loading: LoadingTree): unknown {
  if (!isFunction(listener)) return listener
  function listen(this: unknown, error: unknown, ...rest: unknown[]) {
    tree.unsettled = null
    loading.beginListener(listener as Callable)
    return (listener as Callable).call(this, toBootError(error), ...rest)
  }
  return Object.defineProperty(listen, 'length', { value: listener.length })
}

/** Overrides `onClose`: a close hook that takes longer than `pluginTimeout` is logged. The hook is still awaited, so that it can save its data. */
function watchCloseHooks(root: AppObject, timeout: number): void {
  const declare = methodOf(root, 'onClose')
  root.onClose = function (this: AppObject, fn: unknown) {
    if (!isFunction(fn)) throw toCallbackError('onClose', fn)
    const node = nodeOf(this)
    const hook: LifeHook = { name: 'onClose', fn, node, pluginNames: [...node.pluginNames] }
    const run = (_app: unknown, done: (error?: unknown) => void) =>
      void runWatched(hook, timeout, [this]).then(
        () => done(),
        (error) => done(toReason(error))
      )
    return declare.call(this, run)
  }
}

const hidden = { ready: Symbol('espalier.ready'), close: Symbol('espalier.close') }

export function createLoader(tree: Tree, pluginTimeout: number): Loader {
  const root = tree.root.app
  const verbs: AppObject = {}
  const loading = new LoadingTree()
  const expose = { use: 'register', ...hidden } as unknown as BootOptions['expose'] & object
  const boot = avvio(verbs, { autostart: false, timeout: pluginTimeout, expose })
  for (const key of Reflect.ownKeys(verbs)) if (key !== 'then') root[key] = verbs[key]
  boot.override = ((app: AppObject, plugin: PluginFunction, options: RegisterOptions) =>
    begin(app === verbs ? root : app, plugin, options, loading)) as unknown as typeof boot.override
  const register = methodOf(verbs, 'register')
  root.register = function registerPlugin(this: AppObject, plugin: unknown, options: unknown) {
    tree.unsettled = null
    const origin = originOf(nodeOf(this), registerPlugin)
    try {
      return register.call(this, wrapPlugin(plugin, origin, nextPosition(nodeOf(this))), options)
    } catch (error) {
      throw prependFrame(origin.place, toLateError(error, plugin))
    }
  }
  const loadSoFar = verbs.after as () => PromiseLike<unknown>
  makeThenable(
    tree,
    () => boot.booted,
    () => loadSoFar()
  )
  makeAfterAwaitable(tree, loading)
  // avvio calls `verbs.after` to wait for the plugins of the root, so it must call the override, too.
  verbs.after = root.after
  watchCloseHooks(root, pluginTimeout)
  tree.notFoundMoment = momentOf(tree.root)
  return {
    ready: (fn) => boot.ready(fn as never),
    readyOf: (app, callback) => methodOf(verbs, hidden.ready).call(app, callback),
    beforeClose: (fn) => void boot.onClose(fn),
    close: (app, callback) => methodOf(verbs, hidden.close).call(app, callback),
    onLoaded: (fn) => void boot.once('preReady', fn),
    printPlugins: () => loading.print(boot.prettyPrint())
  }
}
