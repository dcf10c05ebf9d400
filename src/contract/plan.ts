/** What in a value of JSON becomes something that JSON does not have. */
export interface Plan {
  /** What a text becomes. */
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, Plan>>
  /** Of every other field, and of every member of a list. */
  readonly rest?: Plan
  /** Of an event stream: milliseconds between the signs of life of a server. */
  readonly heartbeat?: number
}
