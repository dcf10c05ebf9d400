/**
 * Tells clients how to read a response: the allowed media types, and the strings that become dates and bigints. A schema without media types means
 * JSON. If its values may be strings, `text/plain` is allowed as well, because servers send strings as text.
 */
import { attachedSchemaKey } from './attached-schema.ts'
import { eventsOf } from './events.ts'
import { makeRevivalPlan } from './revival-plan.ts'
import type { RevivalPlan } from './revive.ts'
import type { ResponsePlan } from './target.ts'

const kindKey = Symbol.for('TypeBox.Kind')

export function responsePlan(status: string, entry: unknown): ResponsePlan {
  if (/^(20[45]|304)$/.test(status)) return {}
  const { content } = Object(entry)
  const types = Object.keys(Object(content)).filter((key) => key.includes('/'))
  if (types.length > 0) return Object.fromEntries(types.map((key) => [essenceOf(key), contentPlan(key, content[key])]))
  const plan = makeRevivalPlan(entry)
  const text = mayBeText(entry)
  if (text === undefined && plan === undefined) return {}
  return { '+json': plan ?? {}, ...(text !== false && { 'text/*': {} }) }
}

const essenceOf = (type: string) => type.toLowerCase().split(/[;\s]/, 1)[0] as string

function contentPlan(key: string, entry: unknown): RevivalPlan {
  const stream = eventsOf(entry)
  if (stream === undefined) return (/[/+]json$/.test(essenceOf(key)) && makeRevivalPlan(Object(entry).schema)) || {}
  const plans = Object.entries(stream.schemas).map(([name, schema]) => [name, makeRevivalPlan(schema)] as const)
  const fields = Object.fromEntries(plans.filter(([, plan]) => plan !== undefined)) as Record<string, RevivalPlan>
  return { fields, heartbeat: stream.options.heartbeat }
}

const jsonTypes: readonly unknown[] = ['object', 'array', 'number', 'integer', 'boolean', 'null']

/** Returns `undefined` if the schema does not say whether a value may be a string. */
function mayBeText(given: unknown): boolean | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const fields = Object.values(given)
  const isFields = fields.length > 0 && fields.every((field) => typeof field?.[kindKey] === 'string')
  if (isFields && !(kindKey in given)) return false
  const schema = given as Readonly<Record<PropertyKey, unknown>>
  const { [attachedSchemaKey]: attached, type, anyOf, oneOf, allOf } = schema
  if (attached) return mayBeText(attached)
  if (type !== undefined)
    return isAnyText([type].flat().map((one) => one === 'string' || (jsonTypes.includes(one) ? false : undefined)))
  if (Array.isArray(anyOf ?? oneOf)) return isAnyText(((anyOf ?? oneOf) as unknown[]).map(mayBeText))
  if (Array.isArray(allOf)) return allOf.map(mayBeText).includes(false) ? false : undefined
  if (Array.isArray(schema.enum)) return schema.enum.some((one) => typeof one === 'string')
  return schema.const === undefined ? undefined : typeof schema.const === 'string'
}

const isAnyText = (members: readonly (boolean | undefined)[]) =>
  members.includes(true) || (members.includes(undefined) ? undefined : false)
