/** The places in a value of JSON whose values become something that JSON does not have. */
export interface Plan {
  /** The type of a text here. */
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, Plan>>
  /** The plan of every other field, and of every member of a list. */
  readonly rest?: Plan
  /** For an event stream: milliseconds between two heartbeats of a server. */
  readonly heartbeat?: number
}
