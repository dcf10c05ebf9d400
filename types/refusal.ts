/**
 * A refusal that a person can read: nobody gives a parameter this text as its value, and the compiler's message quotes it.
 */
// Plain text, because messages on an interface around it would add a line on that interface.
export type Refusal<Sentence extends string> = Sentence

/** `Made` without what stands beside a refusal, so that the message is its sentence. */
export type Alone<Made> = [Extract<Made, Refusal<string>>] extends [never] ? Made : Extract<Made, Refusal<string>>

/** Text of a decorator's name inside a {@link Refusal}. */
export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'

/** The names that an object of this type cannot do without. */
export type RequiredName<Type> = {
  // biome-ignore lint/complexity/noBannedTypes: what may be empty requires nothing
  [Name in keyof Type]-?: {} extends Pick<Type, Name> ? never : Name
}[keyof Type]
