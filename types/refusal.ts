/** For the compiler only. A symbol, because editors do not suggest it. */
declare const refused: unique symbol

/** A readable refusal: the type has no values, and the compiler's message quotes the text. */
// Not a string itself: for a payload with a field `search` or `link`, the compiler would compare the methods of strings.
export interface Refusal<out Sentence extends string> {
  readonly [refused]: Sentence
}

/** `Made` without alternatives to a refusal, so that the message is its text. */
export type Alone<Made> = [Extract<Made, Refusal<string>>] extends [never] ? Made : Extract<Made, Refusal<string>>

/** A decorator's name inside a {@link Refusal}. */
export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'

/** The required keys of an object type. */
export type RequiredName<Type> = {
  // biome-ignore lint/complexity/noBannedTypes: what may be empty requires nothing
  [Name in keyof Type]-?: {} extends Pick<Type, Name> ? never : Name
}[keyof Type]
