/**
 * Wraps the result of a validator's promise if it replaces the validated value. It is a class, because clients could send a plain object with the
 * member `value`.
 */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
