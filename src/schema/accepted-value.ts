/** A value with which a validator's promise replaces the input. An instance cannot be confused with an input that is itself `{ value }`. */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
