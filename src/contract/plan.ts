/** The places in a JSON value where a client turns strings into dates or bigints. */
export interface Plan {
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, Plan>>
  /** The plan for additional properties of an object, or for every item of a list. */
  readonly rest?: Plan
  /** In milliseconds: the time between two heartbeats of an event stream. After twice this time without data, the client reconnects. */
  readonly heartbeat?: number
}
