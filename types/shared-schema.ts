// The shared schemas of a context by `$id`, and the types of `$ref`s to them. Implementation: src/schema/store.ts.
import type { TUnsafe } from '@sinclair/typebox'
import type { Nothing } from './context.ts'
import type { Refusal } from './refusal.ts'
import type { SchemaRef } from './schema.ts'

export interface IdentifiedSchema {
  readonly $id: string
}

/** The schema that `Schema` adds to a context. A schema whose id is not a literal adds nothing to the types. */
export type SchemasOf<Schema> = Schema extends { readonly $id: infer Id extends string }
  ? string extends Id
    ? Nothing
    : { readonly [_ in WithoutHash<Id>]: Schema }
  : Nothing

// The condition tests a tuple, because a distributive condition would lose the literal types of the schema.
export type FreshSchema<Schema, Schemas> = [Schema] extends [{ readonly $id: infer Id extends string }]
  ? [WithoutHash<Id>] extends [keyof Schemas]
    ? Refusal<`a schema "${WithoutHash<Id>}" is already visible in this context`>
    : Schema
  : Schema

type WithoutHash<Id extends string> = Id extends `${infer Bare}#` ? Bare : Id

/** The schema in `Schemas` that `Ref` leads to: `id`, `id#`, `id#/definitions/x`, `id#/properties/x`, `id#anchor`. */
export type Resolve<Schemas, Ref extends string> = Ref extends `${infer Id}#${infer Fragment}`
  ? Id extends keyof Schemas
    ? Fragment extends ''
      ? Schemas[Id]
      : Fragment extends `/${infer Pointer}`
        ? AtPointer<Schemas[Id], Pointer>
        : AtAnchor<Schemas[Id], `#${Fragment}`>
    : never
  : Ref extends keyof Schemas
    ? Schemas[Ref]
    : never

type AtPointer<Schema, Pointer extends string> = Pointer extends `${infer Key}/${infer Rest}`
  ? Key extends keyof Schema
    ? AtPointer<Schema[Key], Rest>
    : never
  : Pointer extends keyof Schema
    ? Schema[Pointer]
    : never

type AtAnchor<Schema, Anchor extends string> =
  | AnchorAmong<Schema extends { properties: infer Properties } ? Properties : never, Anchor>
  | AnchorAmong<Schema extends { definitions: infer Definitions } ? Definitions : never, Anchor>

type AnchorAmong<Entries, Anchor extends string> = {
  [Key in keyof Entries]: Entries[Key] extends { $id: Anchor } ? Entries[Key] : never
}[keyof Entries]

// If the reference leads nowhere, the value of the schema is an error text.
export type Referenced<Schemas, Ref extends string> = [Resolve<Schemas, Ref>] extends [never]
  ? TUnsafe<Refusal<`no schema "${Ref}" is visible here`>>
  : Resolve<Schemas, Ref>

/** The result of `app.ref(ref)`. */
export type RefTo<Schemas, Ref extends string> = SchemaRef<Ref, Resolve<Schemas, Ref>>

export type VisibleRef<Schemas, Ref extends string> = string extends Ref
  ? Refusal<'a reference must be a string literal'>
  : [Resolve<Schemas, Ref>] extends [never]
    ? Refusal<`no schema "${Ref}" is visible here`> | (keyof Schemas & string)
    : Ref

/** The result of `app.getSchema(id)`: the schema's own type if the id is known. */
export type SchemaAt<Schemas, Id extends string> = Id extends keyof Schemas ? Schemas[Id] : object | undefined
