/** An application's schemas as functions, made ahead of time: the module that `espalier compile` writes. */
export interface CompiledSchemas {
  /** The release that wrote the module, which fits that release only. */
  readonly build: string
  /** Each by a fingerprint of what it was made from. */
  readonly validators: Readonly<Record<string, () => unknown>>
  readonly serializers: Readonly<Record<string, () => unknown>>
}
