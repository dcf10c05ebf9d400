/** Makes an app with its network: the core, and the adapters that bring requests to it. */
import { type Core, createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import { addExplain } from '../explain/explain.ts'
import { isWorker } from '../require.ts'
import type { AppObject } from '../tree/app-object.ts'
import { arrivalAt, arrivalNowhere } from './arrival.ts'
import type { Server } from './node-server.ts'
import { serve } from './serve.ts'
import { serveNowhere } from './serve-nowhere.ts'

const cores = new WeakMap<object, Core>()

export function createApp(given: unknown): AppObject {
  const options = toAppOptions(given)
  // A worker may boot while its module loads. Timers are not allowed then.
  const core = createCore(isWorker ? { ...options, pluginTimeout: 0 } : options)
  cores.set(core.app, core)
  const app = isWorker ? serveNowhere(core) : serve(core)
  const { boot, trace } = core
  const arrival = () => (isWorker ? arrivalNowhere : arrivalAt(app.server as Server, options))
  addExplain(app, { ready: boot.ready, trace, options, arrival })
  return app
}

/** Returns the parts of a root app, for adapters; `undefined` for anything else. */
export function coreOf(app: object): Core | undefined {
  return cores.get(app)
}
