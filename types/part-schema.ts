// The schema of a part of a request. A map of type names is refused, because no validator accepts it.
import type { Refusal } from './refusal.ts'

/** A schema, recognized by a member; or fields by name. Schemas of other libraries are accepted as `object`. */
export type PartSchema = SchemaMembers | FieldMap

// All optional: the compiler refuses an object without any. A constraint, not a condition, so it costs routes nothing.
interface SchemaMembers extends Partial<Record<Keyword | LibraryMember, unknown>> {}

// Without `title`, which is usually a field.
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
