/**
 * Wraps the result of a validator's promise when the request goes on with another value. It is a class, because clients could send a plain object
 * with a `value`.
 */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
