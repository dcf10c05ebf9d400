/** Tells shared schemas by who they are: contexts may give one `$id` to different schemas, and each schema is declared as a copy. */
import { remember } from '../base/remember.ts'

const identities = new WeakMap<object, number>()
let count = 0

/** Returns a text that is equal where the same schemas are seen in the same order. */
export function identify(schemas: Readonly<Record<string, unknown>>): string {
  return Object.values(schemas)
    .map((schema) => remember(identities, schema as object, () => ++count))
    .join()
}
