/** The places where a plugin remembers which requests were answered, and how. */

/** An answer as it was given first. */
export interface RecordedAnswer {
  /** A digest of the request that it answers. */
  readonly fingerprint: string
  readonly status: number
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
}

export interface Outcome {
  readonly answer: RecordedAnswer
  /** In milliseconds: how long the answer is given again. */
  readonly ttl: number
  /** Whether an error led to the answer, so that a transaction forgets what was written before it. */
  readonly hasFailed: boolean
}

/** The right to do what a key stands for, until it is kept or freed. */
export interface Claim {
  /** Records the answer, and commits where the store has a transaction. */
  keep(outcome: Outcome): Promise<void>
  /**
   * Takes back what a transaction has written, and gives the key back: in this process not before `ended` resolves.
   *
   * @param ended resolves when the handler is over, which may be later
   */
  free(ended: Promise<void>): Promise<void>
}

/** The state of a key. */
export type Begun =
  | { readonly state: 'new'; readonly claim: Claim }
  | { readonly state: 'under way' }
  | { readonly state: 'answered'; readonly answer: RecordedAnswer }

export interface IdempotencyStore {
  /** Whether the handler writes in a transaction that `keep` commits. A failure of `keep` then fails the request. */
  readonly isTransactional: boolean
  /** Runs at boot, in each process. */
  prepare?(): Promise<void>
  /**
   * Claims a key. At most one of several calls for a key gets the claim, even if they come at the same time from several processes.
   *
   * @param id 64 hexadecimal digits, made of the caller and its key
   * @param request the request, as an identity
   */
  begin(id: string, request: object): Promise<Begun>
  /** Removes answers whose time is over. Runs now and then. */
  prune?(): Promise<void>
}
