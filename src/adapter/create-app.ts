/** An app with its network: the core, and the adapters that bring it requests. */
import { createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import type { AppObject } from '../tree/app-object.ts'
import { serve } from './serve.ts'

export function createApp(given: unknown): AppObject {
  return serve(createCore(toAppOptions(given)))
}
