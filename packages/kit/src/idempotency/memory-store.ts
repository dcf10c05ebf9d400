import { checkWhole } from '../option/check-whole.ts'
import type { Claim, ClaimResult, IdempotencyStore, RecordedResponse } from './store.ts'

export interface MemoryStoreOptions {
  /** The largest size of all recorded responses in bytes; the oldest are removed first. Default: 64,000,000. */
  readonly maxBytes?: number
}

interface Entry {
  readonly response: RecordedResponse
  readonly bytes: number
  /** In milliseconds since the epoch, as in `Date.now()`. */
  readonly expires: number
}

/** The approximate size of an entry in bytes, without the body and headers of its response. */
const overhead = 500

/**
 * Makes a store in memory, for tests and for applications of one process. The keys are lost when the process ends.
 *
 * @throws RangeError when `maxBytes` is not a whole number from 1
 * @example memoryStore({ maxBytes: 0 }) // throws RangeError
 */
export function memoryStore({ maxBytes = 64_000_000 }: MemoryStoreOptions = {}): IdempotencyStore {
  checkWhole('memoryStore()', { maxBytes })
  return new MemoryStore(maxBytes)
}

class MemoryStore implements IdempotencyStore {
  readonly isTransactional = false
  readonly #maxBytes: number
  readonly #underWay = new Set<string>()
  readonly #entries = new Map<string, Entry>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  async begin(id: string): Promise<ClaimResult> {
    if (this.#underWay.has(id)) return { state: 'under way' }
    const entry = this.#entries.get(id)
    if (entry !== undefined && entry.expires > Date.now()) return { state: 'answered', response: entry.response }
    this.#underWay.add(id)
    return { state: 'new', claim: this.#claim(id) }
  }

  async prune(): Promise<void> {
    const now = Date.now()
    for (const [id, { expires }] of this.#entries) if (expires <= now) this.#remove(id)
  }

  #claim(id: string): Claim {
    return {
      keep: async ({ response, ttl }) => {
        this.#underWay.delete(id)
        this.#add(id, { response, bytes: sizeOf(response), expires: Date.now() + ttl })
      },
      free: async (ended) => {
        await ended
        this.#underWay.delete(id)
      }
    }
  }

  #add(id: string, entry: Entry): void {
    this.#remove(id)
    this.#entries.set(id, entry)
    this.#bytes += entry.bytes
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#remove(oldest)
    }
  }

  #remove(id: string): void {
    this.#bytes -= this.#entries.get(id)?.bytes ?? 0
    this.#entries.delete(id)
  }
}

function sizeOf({ body, headers }: RecordedResponse): number {
  return overhead + body.length + headers.flat().reduce((sum, text) => sum + text.length, 0)
}
