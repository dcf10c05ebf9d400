/** Makes values that JSON does not have from their texts, where the schema states them. */
import type { Plan } from './target.ts'

/**
 * Puts values in the places of the texts that stand for them, as a plan says. The targets that need it bring it along, so that other clients do without.
 *
 * @throws RangeError when a text is not one of RFC 3339, or of digits, where it stands for a date or a long number
 */
export function revive(value: unknown, plan: Plan | undefined): unknown {
  if (typeof value === 'string' && plan?.as) return (plan.as === 'date' ? toDate : toBigInt)(value)
  if (!plan || !(value instanceof Object)) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = revive(members[name], planOf(name, plan))
  return value
}

/** A field may be called as what every object has: `constructor`. */
const planOf = (name: string, { fields = {}, rest }: Plan) => (Object.hasOwn(fields, name) ? fields[name] : rest)

/** RFC 3339 §5.6; other texts would be read by the rules, and in the zone, of the platform. */
const moment = /^(\d{4}-\d\d-\d\d)[t ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

function toDate(text: string): Date {
  const day = moment.exec(text)?.[1]
  // The days of a month are not the platform's to count on.
  if (!day || !new Date(day).toJSON()?.startsWith(day))
    throw new RangeError(`'${text}' is no date and time of RFC 3339`)
  return new Date(text.toUpperCase().replace(' ', 'T'))
}

function toBigInt(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new RangeError(`'${text}' is no whole number`)
  return BigInt(text)
}
