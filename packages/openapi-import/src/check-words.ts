/** Finds misspelt methods, values of `in` and types. Without this check the importer would ignore them without a message. */
import { ArgumentError, nearestName } from '@espalier/command-kit'
import { checkValues } from './check-values.ts'
import type { JsonObject } from './json.ts'
import { type Kind, methods } from './part.ts'
import { visitReached } from './reference.ts'

const items = [...methods, 'additionalOperations', 'parameters', 'summary', 'description', 'servers', '$ref']
const places = ['query', 'header', 'path', 'cookie', 'querystring']
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

export function checkWords(document: JsonObject, file: string): void {
  visitReached(document, (part, kind, path) => {
    const where = `${file} has at ${path.join(' → ')}`
    if (kind === 'schema') checkValues(part, where)
    if (kind === 'parameter' && typeof part.in === 'string') checkIn(part.in, where)
    if (kind === 'schema' && part.type !== undefined) checkType(part.type, where)
    const [words, known] = wordsOf(part, kind)
    for (const word of words) {
      const meant = known.includes(word) ? undefined : nearest(word, known)
      if (meant === undefined) continue
      throw new ArgumentError(`${where} '${word}', which OpenAPI does not know. Did you mean '${meant}'?`)
    }
  })
}

const nearest = (word: string, known: readonly string[]) =>
  nearestName(word, known, Math.max(1, Math.floor(word.length / 2)))

function checkType(type: unknown, where: string): void {
  const other = [type].flat().find((word) => typeof word !== 'string' || !types.includes(word))
  if (other === undefined) return
  const shown = typeof other === 'string' ? `'${other}'` : JSON.stringify(other)
  const meant = nearest(String(other), types)
  const hint =
    meant === undefined ? `A type is ${types.map((word) => `'${word}'`).join(', ')}.` : `Did you mean '${meant}'?`
  throw new ArgumentError(`${where} ${shown}, which OpenAPI does not know. ${hint}`)
}

function checkIn(word: string, where: string): void {
  if (places.includes(word) || nearest(word, places) !== undefined) return
  throw new ArgumentError(
    `${where} a parameter in '${word}'. A place is ${places.map((each) => `'${each}'`).join(', ')}.`
  )
}

function wordsOf(part: JsonObject, kind: Kind): readonly [words: readonly string[], known: readonly string[]] {
  if (kind === 'pathItem') return [Object.keys(part).filter((name) => !name.startsWith('x-')), items]
  return kind === 'parameter' && typeof part.in === 'string' ? [[part.in], places] : [[], []]
}
