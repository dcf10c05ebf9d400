/**
 * What a promise of a validator resolves to when the request goes on with another value. A class, because a plain object with
 * a `value` is what a client could send.
 */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
