/** References inside a document: JSON pointers behind `#` (RFC 6901), and the names of its components. */
import { isPlainObject } from '../base/plain-object.ts'
import { nameInPointer } from '../base/pointer.ts'
import { ArgumentError } from '../base/usage-error.ts'
import { type JsonObject, textIn } from './json.ts'
import { visitParts } from './part.ts'

/** Returns the part that a value refers to, through as many references as it takes; a part that refers to nothing is itself. */
export type Resolve = (value: unknown) => unknown

export function createResolve(document: JsonObject): Resolve {
  return (value) => {
    const seen = new Set<unknown>()
    let found = value
    while (isPlainObject(found) && typeof found.$ref === 'string' && !seen.has(found)) {
      seen.add(found)
      found = at(document, found.$ref)
    }
    return found
  }
}

/** What stands where a pointer points; nothing where it points to nothing, or out of the document. */
function at(document: JsonObject, pointer: string): unknown {
  if (pointer === '#') return document
  if (!pointer.startsWith('#/')) return undefined
  const names = pointer.slice(2).split('/').map(nameInPointer)
  return names.reduce<unknown>((found, name) => {
    const holder = found as Readonly<Record<string, unknown>> | null | undefined
    return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? holder[name] : undefined
  }, document)
}

/** The component that a reference names: `#/components/schemas/Book` gives `Book` for `schemas`. */
export function componentNamed(value: unknown, section: string): string | undefined {
  const pointer = textIn(isPlainObject(value) ? value.$ref : undefined)
  const before = `#/components/${section}/`
  if (pointer?.startsWith(before) !== true) return undefined
  const name = pointer.slice(before.length)
  return name.includes('/') ? undefined : nameInPointer(name)
}

/**
 * @param file names the document in messages
 * @throws UsageError for a reference to another file or address, and for one that leads nowhere
 */
export function checkReferences(document: JsonObject, file: string): void {
  const resolve = createResolve(document)
  visitParts(document, 'document', (part, _kind, place) => {
    const pointer = textIn(part.$ref)
    if (pointer === undefined) return
    const where = `${file} refers at ${place.join(' → ')} to '${pointer}'`
    if (!pointer.startsWith('#'))
      throw new ArgumentError(
        `${where}, which is another file. Put everything into one first: npx @redocly/cli bundle ${file} -o bundled.yml`
      )
    if (resolve(part) === undefined) throw new ArgumentError(`${where}, and there is nothing of that name in it.`)
  })
}
