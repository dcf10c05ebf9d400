/** Lists where in a JSON value a client turns strings into dates or bigints. */
export interface RevivalPlan {
  readonly as?: 'date' | 'bigint'
  readonly fields?: Readonly<Record<string, RevivalPlan>>
  /** For properties that `fields` does not list, or for all items of a list. */
  readonly rest?: RevivalPlan
  /** In milliseconds between heartbeats of an event stream. After twice this time without data, the client reconnects. */
  readonly heartbeat?: number
}

/**
 * Turns the strings that a plan lists into dates and bigints. Targets without such strings do not refer to this function, so bundlers can remove it.
 *
 * @throws RangeError when the string of a date is not of RFC 3339, or that of a bigint is not digits
 * @example
 * const [day] = revive(['2026-01-01T00:00:00Z'], { rest: { as: 'date' } })
 * day.getUTCFullYear() // 2026
 */
export function revive(value: unknown, plan: RevivalPlan | undefined): unknown {
  if (typeof value === 'string' && plan?.as) return (plan.as === 'date' ? toDate : toBigInt)(value)
  if (!plan || !(value instanceof Object)) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) members[name] = revive(members[name], planOf(name, plan))
  return value
}

/** `Object.hasOwn`, because a field may have the name of an inherited property, such as `constructor`. */
const planOf = (name: string, { fields = {}, rest }: RevivalPlan) => (Object.hasOwn(fields, name) ? fields[name] : rest)

/** The format of RFC 3339 §5.6. For other strings, the result of `Date` depends on the platform and its time zone. */
const moment = /^(\d{4}-\d\d-\d\d)[t ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

function toDate(text: string): Date {
  const day = moment.exec(text)?.[1]
  // Refuses dates such as February 30, which some platforms parse as March 2.
  if (!day || !new Date(day).toJSON()?.startsWith(day))
    throw new RangeError(`'${text}' is no date and time of RFC 3339`)
  return new Date(text.toUpperCase().replace(' ', 'T'))
}

function toBigInt(text: string): bigint {
  if (!/^-?\d+$/.test(text)) throw new RangeError(`'${text}' is no whole number`)
  return BigInt(text)
}
