/** Where in a JSON value strings are revived as values that JSON lacks. */
export interface Plan {
  /** The type of the string here. */
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, Plan>>
  /** The plan for additional properties of an object, or for every item of a list. */
  readonly rest?: Plan
  /** In milliseconds: the time between two heartbeats of a server's event stream. */
  readonly heartbeat?: number
}
