/**
 * Finds the strings in a schema that clients turn into dates and bigints. It must search the same subschemas as the types of types/revived.ts:
 * objects, lists, tuples, records, unions, intersections, and schemas attached to references.
 */
import { attachedSchemaKey, attachedSchemasIn } from './attached-schema.ts'
import { refuse } from './refuse.ts'
import type { RevivalPlan } from './revive.ts'
import { type RevivedType, revivedTypeKey } from './revived-type.ts'

const kindKey = Symbol.for('TypeBox.Kind')
const hintKey = Symbol.for('TypeBox.Hint')

interface Schema {
  readonly [kindKey]?: string
  readonly [hintKey]?: string
  readonly [revivedTypeKey]?: RevivedType
  readonly [attachedSchemaKey]?: Schema | (() => Schema)
  readonly type?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Schemas
  readonly patternProperties?: Schemas
  readonly items?: Schema | readonly Schema[]
}

type Schemas = Readonly<Record<string, Schema>>

/** `fields` are schemas by property name or index. `rest` applies to all other properties or items. */
interface Shape {
  readonly isList: boolean
  readonly fields: Schemas
  readonly rest: readonly Schema[]
}

const isSchema = (value: unknown): value is Schema => typeof (value as Schema | null)?.[kindKey] === 'string'

export function makeRevivalPlan(given: unknown): RevivalPlan | undefined {
  if (isSchema(given)) return planOf([given], '')
  if (typeof given !== 'object' || given === null || !Object.values(given).every(isSchema)) return undefined
  return planOf([{ [kindKey]: 'Object', type: 'object', properties: given as Schemas }], '')
}

/** @param path the path of the value inside the schema, for error messages */
function planOf(schemas: readonly Schema[], path: string): RevivalPlan | undefined {
  const all = schemas.flatMap(membersOf)
  const as = revivedTypeOf(all, path)
  const shapes = all.map(shapeOf).filter((shape) => shape !== undefined)
  const others = shapes.flatMap((shape) => shape.rest)
  const rest = others.length === 0 ? undefined : planOf(others, `${path}[]`)
  const names = [...new Set(shapes.flatMap((shape) => Object.keys(shape.fields)))]
  const fields = names.flatMap((name) => {
    // A field without dates gets an empty plan. Otherwise the plan `rest` for other properties would apply to it.
    const plan = planOf(fieldsAt(shapes, name), `${path}.${name}`) ?? (rest && {})
    return plan === undefined ? [] : [[name, plan] as const]
  })
  if (as === undefined && rest === undefined && fields.length === 0) return undefined
  return { ...(as && { as }), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }), ...(rest && { rest }) }
}

function fieldsAt(shapes: readonly Shape[], name: string): readonly Schema[] {
  const isNamedIn = (isList: boolean) =>
    shapes.some((shape) => shape.isList === isList && Object.hasOwn(shape.fields, name))
  return shapes.flatMap(({ fields, rest, isList }) => {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined
    return own ? [own] : isNamedIn(isList) ? rest : []
  })
}

function membersOf(schema: Schema): readonly Schema[] {
  const attached = schema[attachedSchemaKey]
  if (typeof attached === 'object') return membersOf(attached)
  if (attached !== undefined) return isCircular(attached()) ? [asText(attached())] : membersOf(attached())
  // TypeScript cannot infer recursive types, so the strings inside stay strings.
  if (schema[hintKey] === 'Recursive') return [asText(schema)]
  if (schema[kindKey] === 'Union') return (schema.anyOf ?? []).flatMap(membersOf)
  if (schema[kindKey] === 'Intersect') return (schema.allOf ?? []).flatMap(membersOf)
  return [schema]
}

const asText = ({ type }: Schema): Schema => ({ type })

/** TypeScript cannot infer the type of a circular schema, so strings inside it stay strings. */
function isCircular(schema: Schema): boolean {
  const attached: ReadonlySet<unknown> = attachedSchemasIn(schema)
  return attached.has(schema)
}

function shapeOf(schema: Schema): Shape | undefined {
  const { properties = {}, patternProperties = {}, items = [] } = schema
  switch (schema[kindKey]) {
    case 'Object':
      return { isList: false, fields: properties, rest: [] }
    case 'Record':
      return { isList: false, fields: {}, rest: Object.values(patternProperties) }
    case 'Array':
      return { isList: true, fields: {}, rest: [items as Schema] }
    case 'Tuple':
      return { isList: true, fields: Object.fromEntries(Object.entries(items)), rest: [] }
    default:
      return undefined
  }
}

function revivedTypeOf(schemas: readonly Schema[], path: string): RevivedType | undefined {
  const mayBeText = ({ type }: Schema) => type === undefined || type === 'string'
  const [type, ...others] = new Set(schemas.filter(mayBeText).map((schema) => schema[revivedTypeKey]))
  if (others.length === 0) return type
  const where = `The values of a response${path && ` at '${path.replace(/^\./, '')}'`}`
  return schemas.some((schema) => schema[revivedTypeKey] !== undefined)
    ? refuse(where, 'strings with one meaning, so that clients can revive them', schemas)
    : undefined
}
