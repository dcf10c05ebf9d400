/** References inside a document: JSON pointers behind `#` (RFC 6901), and the names of its components. */
import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import { type JsonObject, textIn } from './json.ts'
import { type Kind, type Place, type Visit, visitParts } from './part.ts'
import { nameInPointer } from './pointer.ts'

/** Returns the part that a value refers to, through as many references as it takes; a part that refers to nothing is itself. */
export type Resolve = (value: unknown) => unknown

export function createResolve(document: JsonObject): Resolve {
  // A chain of references is followed once, however many lead into it.
  const ends = new WeakMap<object, unknown>()
  return (value) => {
    const seen = new Set<object>()
    let found = value
    while (isPlainObject(found) && typeof found.$ref === 'string' && !seen.has(found)) {
      seen.add(found)
      found = ends.has(found) ? ends.get(found) : targetOf(document, found.$ref)
    }
    for (const each of seen) ends.set(each, found)
    return found
  }
}

/** Returns the target of a pointer; nothing where it leads to nothing, or out of the document. */
export function targetOf(document: JsonObject, pointer: string): unknown {
  if (pointer === '#') return document
  if (!pointer.startsWith('#/')) return undefined
  return namesIn(pointer).reduce<unknown>((found, name) => {
    const holder = found as Readonly<Record<string, unknown>> | null | undefined
    return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? holder[name] : undefined
  }, document)
}

const namesIn = (pointer: string): Place => pointer.split('/').slice(1).map(nameInPointer)

/** Calls `visit` with each part, and with what only references lead to: it may stand where OpenAPI has no parts. */
export function visitReached(document: JsonObject, visit: Visit): void {
  const seen = new Set<unknown>()
  const waiting: [value: unknown, kind: Kind, place: Place][] = [[document, 'document', []]]
  const visitOne: Visit = (part, kind, place) => {
    visit(part, kind, place)
    const pointer = textIn(part.$ref)
    const target = pointer === undefined ? undefined : targetOf(document, pointer)
    if (pointer === undefined || !isPlainObject(target) || seen.has(target)) return
    seen.add(target)
    waiting.push([target, kind, namesIn(pointer)])
  }
  for (const [value, kind, place] of waiting) visitParts(value, kind, visitOne, place)
}

/** The component that a reference names: `#/components/schemas/Book` gives `Book` for `schemas`. */
export function componentNamed(value: unknown, section: string): string | undefined {
  const pointer = textIn(isPlainObject(value) ? value.$ref : undefined)
  const before = `#/components/${section}/`
  if (pointer?.startsWith(before) !== true) return undefined
  const name = pointer.slice(before.length)
  return name.includes('/') ? undefined : nameInPointer(name)
}

/** Where a reference to a schema ends: at the first schema with a name of its own, or at one that refers to no other. */
export function endOfReference(document: JsonObject, pointer: string): string {
  const seen = new Set<string>()
  let end = pointer
  while (!seen.has(end) && componentNamed({ $ref: end }, 'schemas') === undefined) {
    seen.add(end)
    const target = targetOf(document, end)
    end = textIn(isPlainObject(target) ? target.$ref : undefined) ?? end
  }
  return end
}

/**
 * @param file names the document in messages
 * @throws UsageError for a reference to another file or address, for one that leads nowhere, and for one that leads back to itself
 */
export function checkReferences(document: JsonObject, file: string): void {
  const resolve = createResolve(document)
  visitReached(document, (part, _kind, place) => {
    const pointer = textIn(part.$ref)
    if (pointer === undefined) return
    const where = `${file} refers at ${place.join(' → ')} to '${pointer}'`
    if (!pointer.startsWith('#'))
      throw new ArgumentError(
        `${where}, which is another file. Put everything into one first: npx @redocly/cli bundle ${file} -o bundled.yml`
      )
    const found = resolve(part)
    if (found === undefined) throw new ArgumentError(`${where}, and there is nothing of that name in it.`)
    if (isPlainObject(found) && typeof found.$ref === 'string')
      throw new ArgumentError(`${where}, which leads to nothing but itself.`)
  })
}
