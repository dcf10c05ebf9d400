// Where an app listens, and its state. Implementation: src/adapter/serve.ts, src/tree/life.ts.
import type { AddressInfo } from 'node:net'

/**
 * The state of an app.
 * - `starting` until its `onReady` hooks have run
 * - `ready` until it begins to close
 * - `draining` while it answers the requests that it has accepted
 * - `closed` when its `onClose` hooks have run
 */
export type AppState = 'starting' | 'ready' | 'draining' | 'closed'

/** The members of an app for its addresses and its state. */
export interface Living {
  /**
   * Every address on which the server listens, or the path of a Unix socket.
   *
   * @example
   * await app.listen({ host: '127.0.0.1' })
   * app.addresses().map(({ address }) => address) // [ '127.0.0.1' ]
   */
  addresses(): (AddressInfo | string)[]
  /**
   * The first address as an origin, such as `http://127.0.0.1:3000`, or the path of a Unix socket; `undefined` before the app listens.
   *
   * @example
   * const origin = await app.listen()
   * app.listeningOrigin === origin // true
   */
  readonly listeningOrigin: string | undefined
  /**
   * The state of the app. Each change is published on the diagnostics channel `espalier.app.state`, as `{ app, state }`.
   *
   * @example
   * await app.ready()
   * app.state // 'ready'
   */
  readonly state: AppState
}
