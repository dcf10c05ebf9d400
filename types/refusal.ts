/** For the compiler alone; not there at run time. By a symbol, because editors offer no such member to write. */
declare const refused: unique symbol

/** A refusal that a person can read: the type has no values, and the compiler's message quotes the sentence. */
// No text of its own: where a payload has a field `search` or `link`, the compiler would compare it with that member of texts.
export interface Refusal<out Sentence extends string> {
  readonly [refused]: Sentence
}

/** `Made` without what stands beside a refusal, so that the message is its sentence. */
export type Alone<Made> = [Extract<Made, Refusal<string>>] extends [never] ? Made : Extract<Made, Refusal<string>>

/** Text of a decorator's name inside a {@link Refusal}. */
export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'

/** The names that an object of this type cannot do without. */
export type RequiredName<Type> = {
  // biome-ignore lint/complexity/noBannedTypes: what may be empty requires nothing
  [Name in keyof Type]-?: {} extends Pick<Type, Name> ? never : Name
}[keyof Type]
