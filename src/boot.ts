/** From declarations to a running app: plugins load, the tree is closed, plans are made, `onReady` hooks run; once for all who wait. */
import type { AppObject } from './tree/app-object.ts'
import { queueReadyHooks } from './tree/application-hooks.ts'
import { freeze, seal } from './tree/freeze.ts'
import { createLoader, type Loader, toBootError } from './tree/load.ts'
import type { Tree } from './tree/node.ts'
import type { Callable } from './user-function.ts'

export interface Boot {
  readonly loader: Loader
  /** Runs the boot sequence once; everybody who waits gets its result. */
  readonly ready: () => Promise<AppObject>
  readonly isReady: () => boolean
}

/** @param compile makes the plans, when all that can be declared has been */
export function createBoot(tree: Tree, pluginTimeout: number, compile: () => void): Boot {
  const { app } = tree.root
  const loader = createLoader(tree, pluginTimeout)
  let started: Promise<AppObject> | null = null
  let finished = false
  loader.onLoaded(() => {
    seal(tree)
    compile()
  })
  const run = () =>
    new Promise<void>((resolve, reject) => {
      loader.ready((error, done) => {
        if (error) reject(toBootError(error))
        else queueReadyHooks(tree, loader).then(resolve, reject)
        done()
      })
    })
  const ready = () => {
    started ??= new Promise<void>((resolve) => process.nextTick(resolve)).then(run).then(() => {
      finished = true
      freeze(tree)
      return app
    })
    return started
  }
  return { loader, ready, isReady: () => finished }
}

/** The verbs that wait for the boot sequence. */
export function createBootVerbs({ loader, ready }: Boot, root: AppObject) {
  return {
    ready(this: AppObject, callback?: Callable | null): unknown {
      // A context that is still loading waits for the loading alone: the app cannot be ready before it.
      if (this !== root) return loader.readyOf(this, callback)
      const settled = ready()
      if (callback === undefined || callback === null) return settled
      return void settled.then(() => callback(null, root), callback)
    },
    printPlugins: () => loader.printPlugins()
  }
}
