/** Numbers sets of shared schemas. Sets are equal only if their schemas are the same objects, because different schemas may share an `$id`. */
import { getOrCreate } from '../base/get-or-create.ts'

const identities = new WeakMap<object, number>()
let count = 0

export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => getOrCreate(identities, schema as object, () => ++count))
    .join()
}
