// The schema of `params`, `query`, `headers` or `body`. A map of type names such as `{ id: 'string' }` is refused, because no validator accepts it.
import type { Refusal } from './refusal.ts'

export type PartSchema = SchemaMembers | FieldMap

// All members are optional, so TypeScript refuses an object that has none of them (weak type detection).
interface SchemaMembers extends Partial<Record<Keyword | LibraryMember, unknown>> {}

// The keywords that distinguish a schema from a map of fields. `title` is missing, because it is usually the name of a field.
// biome-ignore format: lists
type Keyword =
  | '$id' | '$ref' | '$schema' | 'type' | 'properties' | 'patternProperties' | 'additionalProperties' | 'required' | 'items' | 'prefixItems'
  | 'allOf' | 'anyOf' | 'oneOf' | 'not' | 'if' | 'enum' | 'const' | 'format' | 'pattern' | 'content' | 'description' | 'default'
  | 'optionalProperties' | 'elements' | 'discriminator' | 'ref'

// biome-ignore format: a list
type LibraryMember = '~standard' | 'parse' | 'validate' | 'safeParse' | 'check' | 'assert' | 'decode' | 'kind' | 'schema' | 'spec' | '_def'

interface FieldMap {
  readonly [field: string]:
    | Refusal<"a field takes a schema: write Type.String() or { type: 'string' }">
    | object
    | boolean
    | number
    | null
    | undefined
}

// This type is tried last, so that schemas made with `Type` cost no compile time here.
export type Untyped<Schema> = '~standard' extends keyof Schema
  ? Refusal<'a schema of another library: call app.withTypeProvider(standardSchema()) of espalier/standard-schema first'>
  : [WrongName<Schema>] extends [never]
    ? unknown
    : Refusal<`'${WrongName<Schema>}' is no type of JSON Schema: write string, number, integer, boolean, null, array or object`>

// Names that neither JSON Schema nor JSON Type Definition has.
type WrongName<Schema> = Exclude<TypeName<Schema | FieldOf<Schema>>, JsonType | DefinitionType>

type TypeName<Schema> = Schema extends { readonly type: infer Name extends string }
  ? string extends Name
    ? never
    : Name
  : never

type FieldOf<Schema> = Schema extends { readonly properties: infer Fields }
  ? Fields[keyof Fields]
  : Schema[keyof Schema]

type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

type DefinitionType = 'timestamp' | `float${32 | 64}` | `${'u' | ''}int${8 | 16 | 32}`
