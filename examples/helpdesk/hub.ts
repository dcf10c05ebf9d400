/** What is told to those who listen, within one organization and this process. */
import { EventEmitter, on } from 'node:events'
import { shared } from 'espalier'
import type { Member } from './accounts.ts'
import type { News } from './schemas.ts'

class Hub {
  readonly #news = new EventEmitter<Record<string, [News]>>().setMaxListeners(0)
  readonly #talk = new EventEmitter<Record<string, [line: string]>>().setMaxListeners(0)

  tell({ orgId }: Member, news: News) {
    this.#news.emit(`${orgId}`, news)
  }

  /** The news from now on, until a signal aborts. */
  async *listen({ orgId }: Member, signal: AbortSignal): AsyncGenerator<News> {
    try {
      for await (const [news] of on(this.#news, `${orgId}`, { signal })) yield news
    } catch (error) {
      // Whoever listened has left, or the app closes.
      if (!signal.aborted) throw error
    }
  }

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
