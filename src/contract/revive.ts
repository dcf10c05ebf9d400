/** What JSON has no values for, made of its texts where the schema says so. */
import type { Plan } from './target.ts'

/**
 * Puts values in the places of the texts that stand for them, as a plan says. The targets that need it bring it along, so that other clients do without.
 *
 * @throws when a text is none of what it stands for
 */
export function revive(value: unknown, plan: Plan | undefined): unknown {
  if (typeof value === 'string' && plan?.as) return plan.as === 'date' ? toDate(value) : BigInt(value)
  if (!plan || !(value instanceof Object)) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = revive(members[name], planOf(name, plan))
  return value
}

/** A field may be called as what every object has: `constructor`. */
const planOf = (name: string, { fields = {}, rest }: Plan) => (Object.hasOwn(fields, name) ? fields[name] : rest)

function toDate(text: string): Date {
  const date = new Date(text)
  // Throws for one that is none.
  date.toISOString()
  return date
}
