/** An app with its network: the core, on the wire that its server's objects need. */
import { createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import { stockWire } from '../http/wire.ts'
import type { AppObject } from '../tree/app-object.ts'
import { createLightWire } from './light/wire.ts'
import { mayBeLight } from './node-server.ts'
import { serve } from './serve.ts'

export function createApp(given: unknown): AppObject {
  const options = toAppOptions(given)
  return serve(createCore(options, mayBeLight(options) ? createLightWire(stockWire) : stockWire))
}
