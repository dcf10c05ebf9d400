/** One request that has claimed its idempotency key. Records the response, or releases the key so that a retry can run. */
import type { Claim, RecordedResponse } from './store.ts'

export interface ReplyLike {
  readonly statusCode: number
  readonly sent: boolean
  code(status: number): unknown
  header(name: string, value: string): unknown
  getHeaders(): object
  send(payload?: unknown): unknown
}

export interface AttemptOptions {
  readonly claim: Claim
  readonly fingerprint: string
  readonly ttl: number
  readonly maxResponseBytes: number
  readonly isTransactional: boolean
  readonly reply: ReplyLike
  readonly log: { error(fields: object, message: string): void }
}

/**
 * These statuses ask the client to retry, so their responses are not recorded. A retry would get the recorded response, and the handler would never
 * run.
 */
const retryStatuses = new Set([408, 425, 429])

/** Headers that are valid only for one connection, time or session. */
const unrecorded = new Set(['connection', 'content-length', 'date', 'keep-alive', 'set-cookie', 'transfer-encoding'])

export class Attempt {
  readonly #options: AttemptOptions
  readonly #before: ReadonlyMap<string, string>
  #hasFailed = false
  #isOver = false
  #running: Promise<void> | undefined

  constructor(options: AttemptOptions) {
    this.#options = options
    this.#before = new Map(headersOf(options.reply))
  }

  /** Keeps the key claimed until the handler has ended, even after a timeout. */
  follow(result: PromiseLike<unknown>): void {
    const end = () => {
      this.#running = undefined
      // `reply.send` would have called `settle`. This handler has written to Node's `ServerResponse` instead, so there is no response to record.
      if (this.#options.reply.sent && !this.#isOver) return this.#abandon()
    }
    this.#running = Promise.resolve(result).then(end, end)
  }

  fail(): void {
    this.#hasFailed = true
  }

  /**
   * Records the response, or releases the key if the status is 5xx or asks for a retry.
   *
   * @throws the error of a transactional store that cannot commit; Error for a response that is a stream or too large
   */
  async settle(payload: unknown): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    const { reply, maxResponseBytes } = this.#options
    if (reply.statusCode >= 500 || retryStatuses.has(reply.statusCode)) return this.#free()
    const body = bytesOf(payload)
    if (body === undefined || body.length > maxResponseBytes) {
      await this.#free()
      const what = body === undefined ? 'a stream' : `of more than ${maxResponseBytes} bytes (maxResponseBytes)`
      throw new Error(`An answer to a request with a key is recorded, so it cannot be ${what}.`)
    }
    await this.#keep(body)
  }

  async #keep(body: Buffer): Promise<void> {
    const { claim, fingerprint, isTransactional, log, reply, ttl } = this.#options
    const headers = headersOf(reply).filter(
      ([name, value]) => this.#before.get(name) !== value && !unrecorded.has(name)
    )
    const response: RecordedResponse = { fingerprint, status: reply.statusCode, headers, body }
    try {
      await claim.keep({ response, ttl, hasFailed: this.#hasFailed })
    } catch (error) {
      if (isTransactional) throw error
      // The writes of the handler are committed. After an error response, the client would repeat them.
      log.error({ err: error }, 'the answer was not recorded, so a repeated request runs once more')
    }
  }

  async #free(): Promise<void> {
    const { claim, log } = this.#options
    const freed = claim
      .free(this.#running ?? Promise.resolve())
      .catch((error) => log.error({ err: error }, 'a key was not given back'))
    // `free` waits until the handler has ended. After a timeout the handler still runs, and the response must not wait for it.
    if (this.#running === undefined) await freed
  }

  #abandon(): void {
    this.#isOver = true
    this.#options.log.error(
      {},
      'an answer that is not given to reply.send cannot be recorded, so its key is free again'
    )
    void this.#free()
  }
}

function headersOf(reply: ReplyLike): [string, string][] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), `${value}`]]
  )
}

function bytesOf(payload: unknown): Buffer | undefined {
  if (payload === undefined || payload === null) return Buffer.alloc(0)
  if (typeof payload === 'string') return Buffer.from(payload)
  return ArrayBuffer.isView(payload) ? Buffer.from(payload.buffer, payload.byteOffset, payload.byteLength) : undefined
}

export function replay(reply: ReplyLike, { status, headers, body }: RecordedResponse): unknown {
  reply.code(status)
  for (const [name, value] of headers) reply.header(name, value)
  reply.header('idempotency-replayed', 'true')
  // The recorded body is sent as bytes, because a string would be serialized as JSON again.
  return reply.send(body.length === 0 ? undefined : body)
}
