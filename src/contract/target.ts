/** The data that a client needs to call an endpoint: JSON, and functions if parameters or responses need code. */
import type { readEvents } from './event-reader.ts'
import type { RevivalPlan } from './revive.ts'
import type { withKey } from './with-key.ts'

export interface Target {
  /** Method and path, for messages. */
  readonly name: string
  readonly method: string
  readonly parts: PathParts
  /**
   * Makes the path, if it has parameters or characters that need encoding. Targets without such paths do not refer to this code, so bundles leave it
   * out.
   * @param root the endpoints and groups of the client, one of which the path could match instead
   * @throws TypeError when the path would match another endpoint
   */
  readonly fill?: (target: Target, params: Record<string, unknown>, root: object) => string
  /** Other endpoints that the router could choose for the same path. Present only in a generated client. */
  readonly rivals?: readonly Rival[]
  /** Adds a key to a call, if the endpoint declares the header `Idempotency-Key`. */
  readonly withKey?: typeof withKey
  /** Whether a request may be retried: its method is idempotent, or each call has an idempotency key. */
  readonly isRepeatable: boolean
  /** The plans of responses, by status, by class of statuses, or under `default`. */
  readonly answers: Readonly<Record<string, ResponsePlan>>
  /** Present if a response is an event stream. */
  readonly readEvents?: typeof readEvents
  /** Present if a plan has strings that become dates or bigints. */
  readonly revive?: (value: unknown, plan: RevivalPlan | undefined) => unknown
}

/**
 * The parts of a path, static texts alternating with parameters: `'/a/:id'` → `['/a/', 'id', '']`. A parameter is a name, `*` for a wildcard, or a
 * segment with a pattern. A nested list is an optional end, as in `/a/:id?`.
 */
export type PathParts = readonly (string | Segment | PathParts)[]

/** One or more parameters that share a segment with text. */
export interface Segment {
  /** Static texts alternating with names: `:from-:to` → `['', 'from', '-', 'to', '']`. */
  readonly parts: readonly string[]
  /** The router's pattern for the decoded segment. Its groups are the values. */
  readonly pattern: string
}

/** Another endpoint, which the router prefers if both endpoints match a path. */
export interface Rival {
  readonly name: string
  /** Matches an encoded path. The groups of the expression are the segments that have patterns. */
  readonly pattern: string
  /** The patterns of the segments that the groups of `pattern` capture. */
  readonly segments: readonly string[]
}

/**
 * The plans of a response by media type: an exact type, a range such as `text/*`, or `+json` for every JSON type. An empty object allows every type.
 * The plan of an event stream has a field for each event.
 */
export type ResponsePlan = Readonly<Record<string, RevivalPlan>>

/** The key of an endpoint's target. It is a global symbol, because a module of endpoints may have loaded another copy of the package. */
export const targetKey = Symbol.for('espalier.target')
