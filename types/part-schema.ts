// The schema of a part of a request. A map of names of types is refused where it stands, because no validator takes it.
import type { Refusal } from './refusal.ts'

/** A schema, told by a member that schemas have; or fields by name. Schemas of other libraries pass as `object`. */
export type PartSchema = SchemaMembers | FieldMap

// All of them optional: the compiler refuses what has none. A constraint and no condition, so routes pay nothing for it.
interface SchemaMembers extends Partial<Record<Keyword | LibraryMember, unknown>> {}

// Without `title`, which is a field more often than all there is to a schema.
// biome-ignore format: lists
type Keyword =
  | '$id' | '$ref' | '$schema' | 'type' | 'properties' | 'patternProperties' | 'additionalProperties' | 'required' | 'items' | 'prefixItems'
  | 'allOf' | 'anyOf' | 'oneOf' | 'not' | 'if' | 'enum' | 'const' | 'format' | 'pattern' | 'content' | 'description' | 'default'
  | 'optionalProperties' | 'elements' | 'discriminator' | 'ref'

/** Members of the schemas of other libraries. */
// biome-ignore format: a list
type LibraryMember = '~standard' | 'parse' | 'validate' | 'safeParse' | 'check' | 'assert' | 'decode' | 'kind' | 'schema' | 'spec' | '_def'

/** Schemas by the name of the field. */
interface FieldMap {
  readonly [field: string]:
    | Refusal<"a field takes a schema: write Type.String() or { type: 'string' }">
    | object
    | boolean
    | number
    | null
    | undefined
}
