/** Numbers sets of shared schemas by object identity, because contexts may use the same `$id` for different schemas. */
import { getOrCreate } from '../base/get-or-create.ts'

const identities = new WeakMap<object, number>()
let count = 0

export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => getOrCreate(identities, schema as object, () => ++count))
    .join()
}
