/** Wraps a value that a validator's promise returns in place of the input. A class is used, because an input may itself be an object `{ value }`. */
export class AcceptedValue {
  readonly value: unknown

  constructor(value: unknown) {
    this.value = value
  }
}
