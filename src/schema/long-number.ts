/**
 * Bigints where the serializer has to look at a value to know its schema: in unions and tuples, whose members it tells apart by a validator, which knows
 * no bigints. There they become their digits first; everywhere else it writes them itself.
 */
import { digits } from '../contract/form.ts'

const pattern = JSON.stringify({ pattern: digits }).slice(1, -1)
const chosen = /"(?:anyOf|oneOf|if)":|"items":\[/

/** Tells by the fingerprints of a schema and of those it refers to whether a validator may see a bigint. */
export function mayChooseByLongNumber(fingerprints: readonly (string | undefined)[]): boolean {
  const text = fingerprints.join()
  return text.includes(pattern) && chosen.test(text)
}
