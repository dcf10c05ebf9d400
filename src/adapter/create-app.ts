/** An app with its network: the core, and the adapters that bring it requests. */
import { type Core, createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import type { AppObject } from '../tree/app-object.ts'
import { serve } from './serve.ts'

const cores = new WeakMap<object, Core>()

export function createApp(given: unknown): AppObject {
  const core = createCore(toAppOptions(given))
  cores.set(core.app, core)
  return serve(core)
}

/** What a root app is made of, for adapters that it is handed to; `undefined` for anything else. */
export function coreOf(app: object): Core | undefined {
  return cores.get(app)
}
