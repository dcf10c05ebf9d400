/** Identifies sets of shared schemas by object identity: contexts may use one `$id` for different schemas, and each declaration makes a copy. */
import { remember } from '../base/remember.ts'

const identities = new WeakMap<object, number>()
let count = 0

/** Returns a text that is equal for the same schemas in the same order. */
export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => remember(identities, schema as object, () => ++count))
    .join()
}
