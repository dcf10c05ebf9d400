/** `app.state` and the channel `espalier.app.state`. The state never goes back: an app that is closed while it boots never becomes ready. */
import diagnostics from 'node:diagnostics_channel'
import type { AppState } from '../../types/life.ts'
import type { AppObject } from './app-object.ts'

const order: readonly AppState[] = ['starting', 'ready', 'draining', 'closed']
const channelName = 'espalier.app.state'

export class Life {
  readonly #app: AppObject
  #state: AppState = 'starting'

  /** Adds `app.state` on the prototype. Fastify has no such property, so a decorator may take the name. */
  constructor(app: AppObject) {
    this.#app = app
    Object.defineProperty(Object.getPrototypeOf(app), 'state', {
      get: () => this.state,
      set(value) {
        Object.defineProperty(this, 'state', { value, writable: true, enumerable: true, configurable: true })
      },
      enumerable: true
    })
  }

  get state(): AppState {
    return this.#state
  }

  get isEnding(): boolean {
    return this.#state === 'draining' || this.#state === 'closed'
  }

  advance(state: AppState): void {
    if (order.indexOf(state) <= order.indexOf(this.#state)) return
    this.#state = state
    // On Cloudflare Workers, publishing throws while a module loads. So nothing is published without subscribers.
    if (diagnostics.hasSubscribers(channelName)) diagnostics.channel(channelName).publish({ app: this.#app, state })
  }
}
