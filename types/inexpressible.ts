// The kinds of TypeBox without values in JSON. Validators and serializers do not support them, so they are refused: at boot, and in types with these
// texts.
import type { Kind } from '@sinclair/typebox'
import type { Refusal } from './refusal.ts'

/** The text for each kind. */
interface Sentences {
  Date: 'JSON has no dates: use Type.DateTime(), a text that stands for one'
  Uint8Array: 'JSON has no bytes: use Type.String() for a text that stands for them'
  BigInt: 'JSON has no bigints: use Type.Integer(), or Type.BigInteger(), a text of digits'
  Undefined: 'JSON has no undefined: use Type.Optional() for a field that may be left out'
  Void: 'JSON has no undefined: use Type.Null()'
  RegExp: 'JSON has no patterns: use Type.String({ pattern })'
  Symbol: 'JSON has no symbols'
  Function: 'JSON has no functions'
  Constructor: 'JSON has no constructors'
  Promise: 'JSON has no promises'
  Iterator: 'JSON has no iterators: use Type.Array()'
  AsyncIterator: 'JSON has no iterators: use Type.Array()'
}

/** A schema of a kind without values in JSON. */
export interface Inexpressible<Name extends keyof Sentences = keyof Sentences> {
  [Kind]: Name
}

/** Replaces the value of such a schema, so that it cannot be read or sent. */
export type InexpressibleValue<Schema> = Schema extends Inexpressible<infer Name> ? Refusal<Sentences[Name]> : never

/** The functions that would make schemas of these kinds. */
export type InexpressibleBuilder = { readonly [Name in keyof Sentences]: Refusal<Sentences[Name]> }
