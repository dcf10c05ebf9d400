/** What a comparison finds: each change that a client may notice, as a sentence. */

/** A `break` fails a client that kept to the old document; a `warning` may, which documents alone cannot tell. */
export type Level = 'break' | 'warning'

export interface Finding {
  readonly level: Level
  readonly text: string
}

/** Who writes what is compared: requests may only be taken more freely, answers only be given more strictly. */
export type Direction = 'request' | 'answer'

export const breaks = (text: string): Finding => ({ level: 'break', text })
export const warns = (text: string): Finding => ({ level: 'warning', text })

/** Words as a list: `'a', 'b' and 'c'`. */
export function listed(values: readonly unknown[], most = 8): string {
  const shown = values.slice(0, most).map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)))
  if (values.length > most) shown.push(`${values.length - most} more`)
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} and ${last}`
}
