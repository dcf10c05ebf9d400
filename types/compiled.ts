/** An application's compiled schemas: the module that `espalier compile` writes. */
export interface CompiledSchemas {
  /** The espalier version that wrote the module. No other version accepts it. */
  readonly build: string
  /** Functions that return a validator, by a hash of all that the validator depends on. */
  readonly validators: Readonly<Record<string, () => unknown>>
  readonly serializers: Readonly<Record<string, () => unknown>>
}
