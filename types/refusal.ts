// Exists only in types. It is a symbol, because editors do not suggest symbols.
declare const refused: unique symbol

/** An error text as a type. The type has no values, so the compiler refuses every argument and quotes the text. */
// Not a string type: the compiler would compare a payload's field `search` with the method `String.prototype.search`.
export interface Refusal<out Sentence extends string> {
  readonly [refused]: Sentence
}

// Reduces a union to its error texts, if it has any, so that compiler messages show nothing else.
export type Alone<Type> = [Extract<Type, Refusal<string>>] extends [never] ? Type : Extract<Type, Refusal<string>>

export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'

export type RequiredName<Type> = {
  // biome-ignore lint/complexity/noBannedTypes: what may be empty requires nothing
  [Name in keyof Type]-?: {} extends Pick<Type, Name> ? never : Name
}[keyof Type]
