// TypeBox schemas with values that JSON cannot represent. Such a schema is an error at boot, and its type is one of the error texts below.
import type { Kind } from '@sinclair/typebox'
import type { Refusal } from './refusal.ts'

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

export interface Inexpressible<Name extends keyof Sentences = keyof Sentences> {
  [Kind]: Name
}

export type InexpressibleValue<Schema> = Schema extends Inexpressible<infer Name> ? Refusal<Sentences[Name]> : never

export type InexpressibleBuilder = { readonly [Name in keyof Sentences]: Refusal<Sentences[Name]> }
