/** An app in a worker, such as on Cloudflare. It cannot listen: the platform passes requests to the handler of `espalier/fetch`. */
import type { Core } from '../app.ts'
import { errors } from '../error/error.ts'
import type { AppObject } from '../tree/app-object.ts'
import { runWatchingHooks } from '../tree/application-hooks.ts'
import { nodeOf, pluginOf } from '../tree/node.ts'
import { reportHook } from './serve.ts'

const refuse = (what: string, instead: string): never => {
  throw new errors.ESP_ERR_NOT_ON_WORKERS(what, instead)
}

export function createWorkerApp(core: Core): AppObject {
  const { app, boot, closing, options, tree } = core
  const runPreClose = () => {
    closing.active = true
    return runWatchingHooks(tree.root, 'preClose', options.pluginTimeout, (error) => reportHook(core, error))
  }
  boot.loader.onLoaded(() => boot.loader.beforeClose(runPreClose))
  Object.assign(app, {
    listen: async () => refuse('app.listen()', 'Export { fetch: toFetchHandler(app) }; the platform listens.'),
    inject: async () => refuse('app.inject()', 'Call the function that toFetchHandler(app) returns with a Request.'),
    routing: () => refuse('app.routing()', 'Call the function that toFetchHandler(app) returns with a Request.'),
    addresses: () => [],
    close(this: AppObject, callback?: unknown) {
      closing.begun = true
      return boot.close(this, callback)
    },
    [Symbol.asyncDispose](this: AppObject & { close(): unknown }) {
      return this.close()
    }
  })
  Object.defineProperties(app, {
    listeningOrigin: { value: undefined },
    server: {
      get(this: AppObject) {
        const asker = pluginOf(nodeOf(this))
        const asked = asker === 'app' ? '' : `, which '${asker}' reads`
        return refuse(`app.server${asked}`, 'Code that needs a Node.js server runs on servers only.')
      }
    }
  })
  return app
}
