/** The facts about an endpoint that a client needs: JSON, and functions where its parameters or its answers need them. */
import type { readEvents } from './event-reader.ts'
import type { Plan } from './plan.ts'
import type { withKey } from './with-key.ts'

export type { Plan }

export interface Target {
  /** Method and path, for sentences. */
  readonly name: string
  readonly method: string
  readonly parts: PathParts
  /**
   * Makes the path, where it has parameters or characters that an address has not. Targets bring it along, so that other clients do without.
   * @param root the endpoints and groups of the client
   * @throws TypeError when the address would lead elsewhere
   */
  readonly fill?: (target: Target, params: Record<string, unknown>, root: object) => string
  /** Other endpoints that its path may lead to, where the client was written. */
  readonly rivals?: readonly Rival[]
  /** Gives a call its key, where the endpoint declares the header `Idempotency-Key`. */
  readonly withKey?: typeof withKey
  /** Whether its method is idempotent or its calls have keys, so that a request may be sent once more. */
  readonly isRepeatable: boolean
  /** By status, class of statuses, or `default`. */
  readonly answers: Readonly<Record<string, AnswerPlan>>
  /** Does what the plans say, where they say anything. */
  /** Reads event streams. Targets that have any bring it along. */
  readonly readEvents?: typeof readEvents
  readonly revive?: (value: unknown, plan: Plan | undefined) => unknown
}

/**
 * Texts, and between them the names of parameters, `*` being the rest of a path, or a segment that the router reads by a pattern. A list in the place of a
 * name is an optional end.
 */
export type PathParts = readonly (string | Segment | PathParts)[]

/** One or more parameters up to the next slash. */
export interface Segment {
  /** Texts, and between them names. */
  readonly parts: readonly string[]
  /** The router matches the decoded segment with it; its groups are the values. */
  readonly pattern: string
}

/** Another endpoint that the router prefers where both match a path. */
export interface Rival {
  readonly name: string
  /** Matches an encoded path; its groups are the segments that have patterns. */
  readonly pattern: string
  /** Their patterns. */
  readonly segments: readonly string[]
}

/**
 * The media types that an answer may have: by their names, by ranges such as `text/*`, or `+json` for all that are JSON. None are listed where every type is
 * declared. An event stream has the plans of its events as fields.
 */
export type AnswerPlan = Readonly<Record<string, Plan>>

/** Under this, an endpoint has its target. Known to every copy of the package, because a module of endpoints may have loaded another one. */
export const targetKey = Symbol.for('espalier.target')
