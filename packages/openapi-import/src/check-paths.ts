import { ArgumentError } from '@espalier/command-kit'
import { type JsonObject, objectIn } from './json.ts'
import { toPath, unroutable } from './module/path.ts'
import { operationsOf } from './operation.ts'
import { createResolve } from './reference.ts'

export function checkPaths(document: JsonObject, file: string): void {
  for (const path of Object.keys(objectIn(document.paths))) if (path.startsWith('/')) checkText(path, file)
  const found = new Map<string, string>()
  for (const { path } of operationsOf(document, createResolve(document))) {
    const place = placeOf(path)
    const first = found.get(place) ?? path
    found.set(place, first)
    if (first !== path && !path.includes('#'))
      throw new ArgumentError(
        `${file} has the paths ${first} and ${path}, which lead to the same place: the names of parameters and escapes do not tell paths apart. Write one path with the operations of both.`
      )
  }
}

/** Two paths have the same result if they match the same URLs, such as `/books/{id}` and `/books/{isbn}`. */
const placeOf = (path: string) => toPath(path.replaceAll(/\{[^}]*\}/g, '{}')).path

function checkText(path: string, file: string): void {
  const text = unroutable(path)
  if (text === undefined) return
  const why = text === '*' ? 'where the router has the rest of a path' : 'which the router does not compare'
  throw new ArgumentError(`${file} has at paths → ${path} the text '${text}', ${why}. No endpoint can have this path.`)
}
