/** A response, stored for repeated requests. */
export interface RecordedResponse {
  /** A digest of the request. */
  readonly fingerprint: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export interface Outcome {
  readonly response: RecordedResponse
  /** In milliseconds: how long the response is replayed. */
  readonly ttl: number
  /** Whether the handler has thrown, so that its changes are rolled back. */
  readonly hasFailed: boolean
}

/** The right to run the handler for a key, until `keep` or `free` is called. */
export interface Claim {
  /** Records the response, and commits the transaction if the store has one. */
  keep(outcome: Outcome): Promise<void>
  /**
   * Rolls back the transaction, and releases the key. Requests of the same process can claim the key only after `ended` has resolved.
   *
   * @param ended resolves when the handler has ended
   */
  free(ended: Promise<void>): Promise<void>
}

/** The result of `begin`. `under way` means that another request has claimed the key. */
export type ClaimResult =
  | { readonly state: 'new'; readonly claim: Claim }
  | { readonly state: 'under way' }
  | { readonly state: 'answered'; readonly response: RecordedResponse }

export interface IdempotencyStore {
  /** Whether `keep` commits the handler's transaction. If so, an error of `keep` fails the request. */
  readonly isTransactional: boolean
  /** Prepares the store, such as its table. Runs at boot, in each process. */
  prepare?(): Promise<void>
  /**
   * Claims a key. At most one of several concurrent calls for a key gets the claim, even from different processes.
   *
   * @param id a digest of the caller and the key: 64 hexadecimal digits
   * @param request the request object, only to identify it
   */
  begin(id: string, request: object): Promise<ClaimResult>
  /** Removes expired responses. Called every minute. */
  prune?(): Promise<void>
}
