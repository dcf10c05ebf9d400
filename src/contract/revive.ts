/** Revives values that JSON lacks from their strings, where the schema declares them. */
import type { Plan } from './target.ts'

/**
 * Replaces strings by the values that they represent, by a plan. Only targets that need it refer to this code, so that bundles of other clients leave
 * it out.
 *
 * @throws RangeError when the string of a date is not of RFC 3339, or that of a long number is not digits
 */
export function revive(value: unknown, plan: Plan | undefined): unknown {
  if (typeof value === 'string' && plan?.as) return (plan.as === 'date' ? toDate : toBigInt)(value)
  if (!plan || !(value instanceof Object)) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = revive(members[name], planOf(name, plan))
  return value
}

/** Own properties only: a field could have the name of an inherited one, such as `constructor`. */
const planOf = (name: string, { fields = {}, rest }: Plan) => (Object.hasOwn(fields, name) ? fields[name] : rest)

/** RFC 3339 §5.6. The platform would read other strings by its own rules and in its own zone. */
const moment = /^(\d{4}-\d\d-\d\d)[t ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

function toDate(text: string): Date {
  const day = moment.exec(text)?.[1]
  // Platforms accept days that a month does not have.
  if (!day || !new Date(day).toJSON()?.startsWith(day))
    throw new RangeError(`'${text}' is no date and time of RFC 3339`)
  return new Date(text.toUpperCase().replace(' ', 'T'))
}

function toBigInt(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new RangeError(`'${text}' is no whole number`)
  return BigInt(text)
}
