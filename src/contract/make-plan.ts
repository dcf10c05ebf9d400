/**
 * Derives from schemas which strings a client revives, such as dates. It searches exactly where the types do: objects, lists, tuples, records, unions,
 * intersections and schemas attached to references. Types: types/revived.ts.
 */
import { carriedBy, carriedKey } from './carried.ts'
import { type Form, formKey } from './form.ts'
import { refuse } from './refuse.ts'
import type { Plan } from './target.ts'

const kindKey = Symbol.for('TypeBox.Kind')
const hintKey = Symbol.for('TypeBox.Hint')

/** The part of a TypeBox schema that is read here. */
interface Schema {
  readonly [kindKey]?: string
  readonly [hintKey]?: string
  readonly [formKey]?: Form
  readonly [carriedKey]?: Schema | (() => Schema)
  readonly type?: unknown
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Schemas
  readonly patternProperties?: Schemas
  readonly items?: Schema | readonly Schema[]
}

type Schemas = Readonly<Record<string, Schema>>

/** The members of an object or a list: the named ones, and the rest. */
interface Shape {
  readonly isList: boolean
  readonly fields: Schemas
  readonly rest: readonly Schema[]
}

const isSchema = (value: unknown): value is Schema => typeof (value as Schema | null)?.[kindKey] === 'string'

/**
 * Makes the plan of a schema, or of an object that is given as its fields; `undefined` if there is nothing to revive.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when a string may represent another value or be plain text, and the schema does not decide which
 */
export function makePlan(given: unknown): Plan | undefined {
  if (isSchema(given)) return planOf([given], '')
  if (typeof given !== 'object' || given === null || !Object.values(given).every(isSchema)) return undefined
  return planOf([{ [kindKey]: 'Object', type: 'object', properties: given as Schemas }], '')
}

/** The plan of a value that matches one of the schemas, or all of them. @param path where the value is, for error messages */
function planOf(schemas: readonly Schema[], path: string): Plan | undefined {
  const all = schemas.flatMap(membersOf)
  const as = formOf(all, path)
  const shapes = all.map(shapeOf).filter((shape) => shape !== undefined)
  const rest = restOf(shapes, path)
  const names = [...new Set(shapes.flatMap((shape) => Object.keys(shape.fields)))]
  const fields = names.flatMap((name) => {
    // A field without anything to revive must not count as one of the rest.
    const plan = planOf(fieldsAt(shapes, name), `${path}.${name}`) ?? (rest && {})
    return plan === undefined ? [] : [[name, plan] as const]
  })
  if (as === undefined && rest === undefined && fields.length === 0) return undefined
  return { ...(as && { as }), ...(fields.length > 0 && { fields: Object.fromEntries(fields) }), ...(rest && { rest }) }
}

function restOf(shapes: readonly Shape[], path: string): Plan | undefined {
  const rest = shapes.flatMap((shape) => shape.rest)
  return rest.length === 0 ? undefined : planOf(rest, `${path}[]`)
}

/** The schemas for a field: its own, or else those for additional properties. */
function fieldsAt(shapes: readonly Shape[], name: string): readonly Schema[] {
  const isNamedIn = (isList: boolean) =>
    shapes.some((shape) => shape.isList === isList && Object.hasOwn(shape.fields, name))
  return shapes.flatMap(({ fields, rest, isList }) => {
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined
    return own ? [own] : isNamedIn(isList) ? rest : []
  })
}

/** The schemas of a union or an intersection, at any nesting; otherwise the schema itself. */
function membersOf(schema: Schema): readonly Schema[] {
  const brought = schema[carriedKey]
  if (typeof brought === 'object') return membersOf(brought)
  if (brought !== undefined) return isCircular(brought()) ? [asText(brought())] : membersOf(brought())
  // A recursive type contains a copy of itself, so it is compared as text.
  if (schema[hintKey] === 'Recursive') return [asText(schema)]
  if (schema[kindKey] === 'Union') return (schema.anyOf ?? []).flatMap(membersOf)
  if (schema[kindKey] === 'Intersect') return (schema.allOf ?? []).flatMap(membersOf)
  return [schema]
}

const asText = ({ type }: Schema): Schema => ({ type })

/** Whether a schema refers to itself, directly or through others. The types of such schemas are written by hand, with strings. */
function isCircular(schema: Schema): boolean {
  const brought: ReadonlySet<unknown> = carriedBy(schema)
  return brought.has(schema)
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

/** The type that the strings at a place represent. */
function formOf(schemas: readonly Schema[], path: string): Form | undefined {
  const mayBeText = ({ type }: Schema) => type === undefined || type === 'string'
  const [form, ...others] = new Set(schemas.filter(mayBeText).map((schema) => schema[formKey]))
  if (others.length === 0) return form
  const where = `The values of a response${path && ` at '${path.replace(/^\./, '')}'`}`
  return schemas.some((schema) => schema[formKey] !== undefined)
    ? refuse(where, 'strings with one meaning, so that clients can revive them', schemas)
    : undefined
}
