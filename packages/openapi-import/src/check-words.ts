/**
 * Finds misspelt words in a document: methods, places of parameters, and types. Without this check, such words would be ignored without a message.
 */
import { ArgumentError, nearestName } from '@espalier/command-kit'
import { checkValues } from './check-values.ts'
import type { JsonObject } from './json.ts'
import { type Kind, methods } from './part.ts'
import { visitReached } from './reference.ts'

const items = [...methods, 'additionalOperations', 'parameters', 'summary', 'description', 'servers', '$ref']
const places = ['query', 'header', 'path', 'cookie', 'querystring']
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * @param file the document's name for messages
 * @throws UsageError for a word that is similar to a word of OpenAPI, and for an unknown type
 */
export function checkWords(document: JsonObject, file: string): void {
  visitReached(document, (part, kind, place) => {
    if (kind === 'schema') checkValues(part, `${file} has at ${place.join(' → ')}`)
    if (kind === 'parameter' && typeof part.in === 'string') checkIn(part.in, `${file} has at ${place.join(' → ')}`)
    if (kind === 'schema' && part.type !== undefined) checkType(part.type, `${file} has at ${place.join(' → ')}`)
    const [words, known] = wordsOf(part, kind)
    for (const word of words) {
      const meant = known.includes(word) ? undefined : nearest(word, known)
      if (meant === undefined) continue
      const where = place.join(' → ')
      throw new ArgumentError(
        `${file} has at ${where} '${word}', which OpenAPI does not know. Did you mean '${meant}'?`
      )
    }
  })
}

const nearest = (word: string, known: readonly string[]) =>
  nearestName(word, known, Math.max(1, Math.floor(word.length / 2)))

/** Checks the keyword `type`: its value is one of seven words, or a list of such words. */
function checkType(type: unknown, where: string): void {
  const other = [type].flat().find((word) => typeof word !== 'string' || !types.includes(word))
  if (other === undefined) return
  const shown = typeof other === 'string' ? `'${other}'` : JSON.stringify(other)
  const meant = nearest(String(other), types)
  const hint =
    meant === undefined ? `A type is ${types.map((word) => `'${word}'`).join(', ')}.` : `Did you mean '${meant}'?`
  throw new ArgumentError(`${where} ${shown}, which OpenAPI does not know. ${hint}`)
}

/** Checks the member `in` of a parameter. A parameter with an unknown place would be missing in the endpoint. */
function checkIn(word: string, where: string): void {
  if (places.includes(word) || nearest(word, places) !== undefined) return
  throw new ArgumentError(
    `${where} a parameter in '${word}'. A place is ${places.map((each) => `'${each}'`).join(', ')}.`
  )
}

/** Returns the words of a path item or parameter that may be misspelt, and the words that OpenAPI allows there. */
function wordsOf(part: JsonObject, kind: Kind): readonly [words: readonly string[], known: readonly string[]] {
  if (kind === 'pathItem') return [Object.keys(part).filter((name) => !name.startsWith('x-')), items]
  return kind === 'parameter' && typeof part.in === 'string' ? [[part.in], places] : [[], []]
}
