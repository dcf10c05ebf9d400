/** Loads light-my-request, which `scripts/vendor.mjs` bundles into the package. */
import type { EventEmitter } from 'node:events'
import { once } from '../../base/once.ts'
import type { IncomingMessage, RawListener, ServerResponse } from '../../node-http.ts'
import { require } from '../../require.ts'
import type { Builder } from './chain.ts'

export type InjectCallback = (error: unknown, response: unknown) => void

export type InjectedRequest = IncomingMessage & {
  readonly _error?: boolean
  readonly _readableState: { ended: boolean; endEmitted: boolean }
  readonly _lightMyRequest: { isDone: boolean }
}

interface Engine {
  readonly inject: (listener: RawListener, options: unknown, callback?: InjectCallback | undefined) => Builder
  readonly Request: new (options: object) => InjectedRequest
  readonly Response: new (request: object, callback: InjectCallback) => ServerResponse
  readonly parseSetCookie: (result: object) => unknown
  /** The mock socket of light-my-request. */
  readonly Socket: new (
    remoteAddress: string
  ) => EventEmitter & { readonly remoteAddress: string }
}

export const loadEngine = once((): Engine => {
  const given: Omit<Engine, 'Socket'> = require('#light-my-request')
  const { socket }: { readonly socket: object } = new given.Request({ url: '/' })
  return { ...given, Socket: socket.constructor as Engine['Socket'] }
})
