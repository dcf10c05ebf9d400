/** Words of OpenAPI that are misspelt: a method, the place of a parameter, a type. What is unknown would mean nothing, without a word about it. */
import { ArgumentError, nearestName } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'
import { type Kind, methods } from './part.ts'
import { visitReached } from './reference.ts'

const items = [...methods, 'additionalOperations', 'parameters', 'summary', 'description', 'servers', '$ref']
const places = ['query', 'header', 'path', 'cookie', 'querystring']
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * @param file names the document in messages
 * @throws UsageError for a word that is close to one of OpenAPI and is none, and for a type that JSON Schema does not have
 */
export function checkWords(document: JsonObject, file: string): void {
  visitReached(document, (part, kind, place) => {
    if (kind === 'schema' && part.type !== undefined) checkType(part.type, `${file} has at ${place.join(' → ')}`)
    const [words, known] = wordsOf(part, kind)
    for (const word of words) {
      const meant = known.includes(word)
        ? undefined
        : nearestName(word, known, Math.max(1, Math.floor(word.length / 2)))
      if (meant === undefined) continue
      const where = place.join(' → ')
      throw new ArgumentError(
        `${file} has at ${where} '${word}', which OpenAPI does not know. Did you mean '${meant}'?`
      )
    }
  })
}

/** There are seven types; another one would stand for nothing. */
function checkType(type: unknown, where: string): void {
  const other = [type].flat().find((word) => typeof word !== 'string' || !types.includes(word))
  if (other === undefined) return
  const shown = typeof other === 'string' ? `'${other}'` : JSON.stringify(other)
  const meant = nearestName(String(other), types, Math.max(1, Math.floor(String(other).length / 2)))
  const hint =
    meant === undefined ? `A type is ${types.map((word) => `'${word}'`).join(', ')}.` : `Did you mean '${meant}'?`
  throw new ArgumentError(`${where} ${shown}, which OpenAPI does not know. ${hint}`)
}

/** What a part says in words of OpenAPI, and which there are. */
function wordsOf(part: JsonObject, kind: Kind): readonly [words: readonly string[], known: readonly string[]] {
  if (kind === 'pathItem') return [Object.keys(part).filter((name) => !name.startsWith('x-')), items]
  return kind === 'parameter' && typeof part.in === 'string' ? [[part.in], places] : [[], []]
}
