// A key for the compiler only. It is a symbol, because editors do not suggest symbols.
declare const refused: unique symbol

/** An error text as a type. The type has no values, so the compiler refuses every argument and quotes the text. */
// A string has methods such as `search`. If a payload has a field `search`, the compiler would compare the field with the method.
export interface Refusal<out Sentence extends string> {
  readonly [refused]: Sentence
}

// Only the error texts, if the union `Type` contains any, so that a message shows no other members of the union. Otherwise `Type`.
export type Alone<Type> = [Extract<Type, Refusal<string>>] extends [never] ? Type : Extract<Type, Refusal<string>>

export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'

export type RequiredName<Type> = {
  // biome-ignore lint/complexity/noBannedTypes: what may be empty requires nothing
  [Name in keyof Type]-?: {} extends Pick<Type, Name> ? never : Name
}[keyof Type]
