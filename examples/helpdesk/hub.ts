/** What agents say to those who listen, within one organization and this process. */
import { EventEmitter } from 'node:events'
import { shared } from 'espalier'
import type { Member } from './accounts.ts'

class Hub {
  readonly #talk = new EventEmitter<Record<string, [line: string]>>().setMaxListeners(0)

  say({ orgId, name }: Member, text: string) {
    this.#talk.emit(`${orgId}`, `${name}: ${text}`)
  }

  /** Hands on what is said; returns the function that ends it. */
  hear({ orgId }: Member, listener: (line: string) => void) {
    this.#talk.on(`${orgId}`, listener)
    return () => void this.#talk.off(`${orgId}`, listener)
  }
}

export const hub = shared({ name: 'hub', setup: (app) => app.decorate('hub', new Hub()) })
