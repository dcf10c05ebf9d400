// Where an app listens, and how far it has come. Twins: src/adapter/serve.ts, src/tree/life.ts.
import type { AddressInfo } from 'node:net'

/**
 * How far an app has come.
 * - `starting` until its `onReady` hooks have run
 * - `ready` until it begins to close
 * - `draining` while it answers the requests that it has accepted
 * - `closed` when its `onClose` hooks have run
 */
export type AppState = 'starting' | 'ready' | 'draining' | 'closed'

/** The members of an app that show where it listens, and how far it has come. */
export interface Living {
  /** Every address that the server listens on; of a Unix socket its path. */
  addresses(): (AddressInfo | string)[]
  /** The first address as an origin, such as `http://127.0.0.1:3000`, or the path of a Unix socket; `undefined` while the app does not listen. */
  readonly listeningOrigin: string | undefined
  /** How far the app has come. Each change is published on the diagnostics channel `espalier.app.state`, as `{ app, state }`. */
  readonly state: AppState
}
