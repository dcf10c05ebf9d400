/** Identifies sets of shared schemas by the identity of their objects, because different contexts may use one `$id` for different schemas. */
import { getOrCreate } from '../base/get-or-create.ts'

const identities = new WeakMap<object, number>()
let count = 0

/** Returns a text that is equal for the same schemas in the same order. */
export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => getOrCreate(identities, schema as object, () => ++count))
    .join()
}
