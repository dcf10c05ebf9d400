/** The data that clients need to call an endpoint. It is JSON, plus functions if parameters or responses need code. */
import type { readEvents } from './event-reader.ts'
import type { RevivalPlan } from './revive.ts'
import type { withKey } from './with-key.ts'

export interface Target {
  /** Method and path, for error messages. */
  readonly name: string
  readonly method: string
  readonly parts: PathParts
  /**
   * Fills the parameters into the path. Absent if the path has no parameters and needs no encoding, so that bundlers can remove the code.
   * @param root all endpoints and groups of the client
   * @throws TypeError when the path would match another endpoint
   */
  readonly fill?: (target: Target, params: Record<string, unknown>, root: object) => string
  /** Other endpoints that the router could choose for the same path. Only in a generated client. */
  readonly rivals?: readonly Rival[]
  /** Adds an idempotency key to a call. Present if the endpoint declares the header `Idempotency-Key`. */
  readonly withKey?: typeof withKey
  /** Whether a request may be retried: its method is idempotent, or each call has an idempotency key. */
  readonly isRepeatable: boolean
  /** How to read responses, by status, by class such as `4xx`, or under `default`. */
  readonly answers: Readonly<Record<string, ResponsePlan>>
  /** Present if a response is a server-sent event stream. */
  readonly readEvents?: typeof readEvents
  /** Present if a response contains strings that become dates or bigints. */
  readonly revive?: (value: unknown, plan: RevivalPlan | undefined) => unknown
}

/**
 * Static texts alternating with parameters: `'/a/:id'` → `['/a/', 'id', '']`. A parameter is a name, `*` for a wildcard, or a `Segment`. A nested
 * list is an optional end, as in `/a/:id?`.
 */
export type PathParts = readonly (string | Segment | PathParts)[]

/** A segment in which parameters stand beside text or have a pattern. */
export interface Segment {
  /** Static texts alternating with names: `:from-:to` → `['', 'from', '-', 'to', '']`. */
  readonly parts: readonly string[]
  /** The router's pattern for the decoded segment. Its capturing groups are the parameters. */
  readonly pattern: string
}

/** Another endpoint, which the router prefers if both match a path. */
export interface Rival {
  readonly name: string
  /** An expression for the encoded path. It captures the segments that have patterns of their own. */
  readonly pattern: string
  /** The patterns of the captured segments, in the same order. */
  readonly segments: readonly string[]
}

/**
 * How to read the body, by media type: an exact type, a range such as `text/*`, or `+json` for every JSON type. An empty object allows every type.
 * For an event stream, the plan has a field for each event.
 */
export type ResponsePlan = Readonly<Record<string, RevivalPlan>>

/** The property of an endpoint with its target. A global symbol, because a module of endpoints may load another copy of the package. */
export const targetKey = Symbol.for('espalier.target')
