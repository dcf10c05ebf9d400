/** The interface of stores, which remember requests and their responses. */

/** A recorded response. */
export interface RecordedAnswer {
  /** A digest of its request. */
  readonly fingerprint: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export interface Outcome {
  readonly answer: RecordedAnswer
  /** In milliseconds: how long the response is replayed. */
  readonly ttl: number
  /** Whether the response is due to an error, so that a transaction is rolled back. */
  readonly hasFailed: boolean
}

/** The right to run the handler for a key, until it is recorded or released. */
export interface Claim {
  /** Records the response, and commits if the store has a transaction. */
  keep(outcome: Outcome): Promise<void>
  /**
   * Rolls back a transaction, and releases the key: in this process not before `ended` resolves.
   *
   * @param ended resolves when the handler has ended, which may be later
   */
  free(ended: Promise<void>): Promise<void>
}

/** The result of claiming a key. */
export type Begun =
  | { readonly state: 'new'; readonly claim: Claim }
  | { readonly state: 'under way' }
  | { readonly state: 'answered'; readonly answer: RecordedAnswer }

export interface IdempotencyStore {
  /** Whether the handler writes in a transaction that `keep` commits. Then an error of `keep` fails the request. */
  readonly isTransactional: boolean
  /** Runs at boot, in each process. */
  prepare?(): Promise<void>
  /**
   * Claims a key. At most one of several concurrent calls for a key gets the claim, even from different processes.
   *
   * @param id 64 hexadecimal digits, from the caller and its key
   * @param request the request object, only to identify it
   */
  begin(id: string, request: object): Promise<Begun>
  /** Removes expired responses. Called from time to time. */
  prune?(): Promise<void>
}
