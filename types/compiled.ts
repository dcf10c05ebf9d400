/** An application's compiled schemas: the module that `espalier compile` writes. */
export interface CompiledSchemas {
  /** The espalier version that generated this module. Only the same version loads it. */
  readonly build: string
  /** Functions that return a validator. Each key is a hash of the schema and everything else that the validator depends on. */
  readonly validators: Readonly<Record<string, () => unknown>>
  readonly serializers: Readonly<Record<string, () => unknown>>
}
