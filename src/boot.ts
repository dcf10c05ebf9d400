/** The boot sequence: plugins load, declarations end, routes are compiled, and `onReady` hooks run. */
import { errors } from './error/error.ts'
import type { AppObject } from './tree/app-object.ts'
import { queueReadyHooks } from './tree/application-hooks.ts'
import { freeze, seal } from './tree/freeze.ts'
import { Life } from './tree/life.ts'
import { createLoader, type Loader, toBootError, toCallbackError } from './tree/load.ts'
import type { Tree } from './tree/node.ts'
import { type Callable, isFunction } from './user-function.ts'

export interface Boot {
  readonly loader: Loader
  /** @throws FST_ERR_REOPENED_CLOSE_SERVER for a closed app, because resources that boot hooks open would never be closed */
  readonly ready: () => Promise<AppObject>
  readonly isReady: () => boolean
  readonly life: Life
  /** Closes the app. A boot that is in progress finishes first. */
  readonly close: (app: AppObject, callback: unknown) => unknown
}

export function createBoot(tree: Tree, pluginTimeout: number, compile: () => void): Boot {
  const { app } = tree.root
  const loader = createLoader(tree, pluginTimeout)
  const life = new Life(app)
  let started: Promise<AppObject> | null = null
  let finished = false
  // Close hooks run in reverse order, so this first hook runs last.
  loader.beforeClose(async () => life.advance('closed'))
  loader.onLoaded(() => {
    seal(tree)
    compile()
  })
  const start = async () => {
    if (life.isEnding) throw new errors.FST_ERR_REOPENED_CLOSE_SERVER()
    await new Promise<void>((resolve) => process.nextTick(resolve))
    await load(tree, loader)
    finished = true
    freeze(tree)
    life.advance('ready')
    return app
  }
  const ready = () => {
    started ??= start()
    return started
  }
  const close = (context: AppObject, callback: unknown) => {
    life.advance('draining')
    return started === null || finished
      ? loader.close(context, callback)
      : closeAfter(started, loader, context, callback)
  }
  return { loader, ready, isReady: () => finished, life, close }
}

function load(tree: Tree, loader: Loader): Promise<void> {
  return new Promise((resolve, reject) => {
    loader.ready((error, done) => {
      if (error) reject(toBootError(error))
      else queueReadyHooks(tree, loader).then(resolve, reject)
      done()
    })
  })
}

/** Waits for the boot sequence, so that boot hooks and close hooks never run concurrently. */
function closeAfter(started: Promise<unknown>, loader: Loader, context: AppObject, callback: unknown): unknown {
  if (callback && !isFunction(callback)) return loader.close(context, callback)
  const over = started.catch(() => {})
  if (!callback) return over.then(() => loader.close(context, callback))
  void over.then(() => void loader.close(context, callback))
  return context
}

export function createBootVerbs({ loader, ready }: Boot, root: AppObject) {
  return {
    ready(this: AppObject, callback?: Callable | null): unknown {
      // On a child context, `ready()` waits only until plugins have loaded. At that time the app is not ready yet.
      if (this !== root) return loader.readyOf(this, callback)
      if (callback && !isFunction(callback)) throw toCallbackError('ready', callback)
      const settled = ready()
      if (!callback) return settled
      return void settled.then(() => callback(null, root), callback)
    },
    printPlugins: () => loader.printPlugins()
  }
}
