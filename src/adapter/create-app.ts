import { type Core, createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import { addExplain } from '../explain/explain.ts'
import { isWorker } from '../require.ts'
import type { AppObject } from '../tree/app-object.ts'
import { arrivalAt, arrivalOnWorker } from './arrival.ts'
import type { Server } from './node-server.ts'
import { serve } from './serve.ts'
import { createWorkerApp } from './worker-app.ts'

const cores = new WeakMap<object, Core>()

export function createApp(given: unknown): AppObject {
  const options = toAppOptions(given)
  // Cloudflare Workers forbid timers while a module loads, and an app may boot at that time. So there is no plugin timeout.
  const core = createCore(isWorker ? { ...options, pluginTimeout: 0 } : options)
  cores.set(core.app, core)
  const app = isWorker ? createWorkerApp(core) : serve(core)
  const { boot, trace } = core
  const arrival = () => (isWorker ? arrivalOnWorker : arrivalAt(app.server as Server, options))
  addExplain(app, { ready: boot.ready, trace, options, arrival })
  return app
}

export function coreOf(app: object): Core | undefined {
  return cores.get(app)
}
