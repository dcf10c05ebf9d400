/** An app with its network: the core, on the wire that its server's objects and direct calls need. */
import { createCore } from '../app.ts'
import { toAppOptions } from '../app-options.ts'
import { stockWire } from '../http/wire.ts'
import type { AppObject } from '../tree/app-object.ts'
import { createDirectWire } from './direct/wire.ts'
import { createLightWire } from './light/wire.ts'
import { mayBeLight } from './node-server.ts'
import { serve } from './serve.ts'

export function createApp(given: unknown): AppObject {
  const options = toAppOptions(given)
  const network = mayBeLight(options) ? createLightWire(stockWire) : stockWire
  return serve(createCore(options, createDirectWire(network)))
}
