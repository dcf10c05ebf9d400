/** What a client has to know of an endpoint: JSON, but for the function that those need who have something to revive. */
import type { PathParts } from './fill.ts'

export interface Target {
  /** Method and path, for sentences. */
  readonly name: string
  readonly method: string
  readonly parts: PathParts
  /** Whether its method is idempotent, so that a request may be sent once more. */
  readonly isRepeatable: boolean
  /** By status, class of statuses, or `default`. */
  readonly answers: Readonly<Record<string, AnswerPlan>>
  /** Does what the plans say, where they say anything. */
  readonly revive?: (value: unknown, plan: Plan | undefined) => unknown
}

/** By media type, or `*`. An event stream has its media type here, and the plans of its events as fields. */
export type AnswerPlan = Readonly<Record<string, Plan>>

/** What in a value of JSON becomes something that JSON does not have. */
export interface Plan {
  /** What a text becomes. */
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, Plan>>
  /** Of every other field, and of every member of a list. */
  readonly rest?: Plan
}

/** Under this, an endpoint has its target. Known to every copy of the package, because a module of endpoints may have loaded another one. */
export const targetKey = Symbol.for('espalier.target')
