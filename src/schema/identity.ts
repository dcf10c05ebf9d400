/** Identifies sets of shared schemas by their objects, because different contexts may use one `$id` for different schemas. */
import { getOrCreate } from '../base/get-or-create.ts'

const identities = new WeakMap<object, number>()
let count = 0

export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => getOrCreate(identities, schema as object, () => ++count))
    .join()
}
