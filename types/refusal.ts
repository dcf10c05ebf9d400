/**
 * A refusal that a person can read: a parameter of this type cannot be satisfied, and the compiler's message quotes the
 * sentence. Nothing of this type exists at run time.
 */
export interface Refusal<Sentence extends string> {
  readonly '~refused': Sentence
}

/** Text of a decorator's name inside a {@link Refusal}. */
export type Named<Name extends PropertyKey> = Name extends string | number ? `${Name}` : 'a symbol'
