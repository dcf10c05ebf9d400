/** Returned in a validator's promise: `value` replaces the input. A class, because an input may itself be an object `{ value }`. */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
