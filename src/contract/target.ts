/** The data that a client needs to call an endpoint: JSON, and functions if its parameters or its responses need them. */
import type { readEvents } from './event-reader.ts'
import type { Plan } from './plan.ts'
import type { withKey } from './with-key.ts'

export type { Plan }

export interface Target {
  /** Method and path, for messages. */
  readonly name: string
  readonly method: string
  readonly parts: PathParts
  /**
   * Makes the path, if it has parameters or characters that need encoding. It is part of the target, so that bundles of other clients leave it out.
   * @param root the endpoints and groups of the client
   * @throws TypeError when the path would match another endpoint
   */
  readonly fill?: (target: Target, params: Record<string, unknown>, root: object) => string
  /** Other endpoints that the router could choose for its path, in a generated client. */
  readonly rivals?: readonly Rival[]
  /** Adds a key to a call, if the endpoint declares the header `Idempotency-Key`. */
  readonly withKey?: typeof withKey
  /** Whether its method is idempotent or its calls have keys, so that a request may be retried. */
  readonly isRepeatable: boolean
  /** By status, class of statuses, or `default`. */
  readonly answers: Readonly<Record<string, AnswerPlan>>
  /** Revives values by the plans, if there are any. */
  /** Reads event streams. Only targets that have any refer to it. */
  readonly readEvents?: typeof readEvents
  readonly revive?: (value: unknown, plan: Plan | undefined) => unknown
}

/** Static texts, and between them parameters: a name, `*` for a wildcard, or a segment with a pattern. A nested list is the optional end. */
export type PathParts = readonly (string | Segment | PathParts)[]

/** One or more parameters that share a segment with text. */
export interface Segment {
  /** Static texts alternating with names. */
  readonly parts: readonly string[]
  /** The router's pattern for the decoded segment. Its groups are the values. */
  readonly pattern: string
}

/** Another endpoint, which the router prefers if both match a path. */
export interface Rival {
  readonly name: string
  /** Matches an encoded path. Its groups are the segments that have patterns. */
  readonly pattern: string
  /** The patterns of those segments. */
  readonly segments: readonly string[]
}

/**
 * The declared media types of a response: by name, by range such as `text/*`, or `+json` for every JSON type. Empty if every type is declared. An event
 * stream has the plans of its events as fields.
 */
export type AnswerPlan = Readonly<Record<string, Plan>>

/** The key of an endpoint's target. It is a global symbol, because a module of endpoints may have loaded another copy of the package. */
export const targetKey = Symbol.for('espalier.target')
