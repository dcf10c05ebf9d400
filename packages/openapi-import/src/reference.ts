import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import { type JsonObject, textIn } from './json.ts'
import { type JsonPath, type Kind, type Visit, visitParts } from './part.ts'
import { nameInPointer } from './pointer.ts'

/** Follows a chain of references to its end. Returns any other value unchanged. */
export type Resolve = (value: unknown) => unknown

export function createResolve(document: JsonObject): Resolve {
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

/** Returns `undefined` if the pointer has no target, or leads to another document. */
export function targetOf(document: JsonObject, pointer: string): unknown {
  if (pointer === '#') return document
  if (!pointer.startsWith('#/')) return undefined
  return namesIn(pointer).reduce<unknown>((found, name) => {
    const holder = found as Readonly<Record<string, unknown>> | null | undefined
    return typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name) ? holder[name] : undefined
  }, document)
}

const namesIn = (pointer: string): JsonPath => pointer.split('/').slice(1).map(nameInPointer)

/** Visits all objects of the document and all targets of references, even targets at places where OpenAPI defines no object. */
export function visitReached(document: JsonObject, visit: Visit): void {
  const seen = new Set<unknown>()
  const waiting: [value: unknown, kind: Kind, path: JsonPath][] = [[document, 'document', []]]
  const visitOne: Visit = (part, kind, path) => {
    visit(part, kind, path)
    const pointer = textIn(part.$ref)
    const target = pointer === undefined ? undefined : targetOf(document, pointer)
    if (pointer === undefined || !isPlainObject(target) || seen.has(target)) return
    seen.add(target)
    waiting.push([target, kind, namesIn(pointer)])
  }
  for (const [value, kind, path] of waiting) visitParts(value, kind, visitOne, path)
}

/** Returns `Book` for `#/components/schemas/Book`, if `section` is `schemas`. */
export function componentNamed(value: unknown, section: string): string | undefined {
  const pointer = textIn(isPlainObject(value) ? value.$ref : undefined)
  const before = `#/components/${section}/`
  if (pointer?.startsWith(before) !== true) return undefined
  const name = pointer.slice(before.length)
  return name.includes('/') ? undefined : nameInPointer(name)
}

/** Follows a chain of references. Returns the first pointer to a component schema, or else the pointer to a schema that is not a reference. */
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

export function checkReferences(document: JsonObject, file: string): void {
  const resolve = createResolve(document)
  visitReached(document, (part, _kind, path) => {
    const pointer = textIn(part.$ref)
    if (pointer === undefined) return
    const where = `${file} refers at ${path.join(' → ')} to '${pointer}'`
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
