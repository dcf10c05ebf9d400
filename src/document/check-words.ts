/** Words of OpenAPI that are misspelt: a method, the place of a parameter, a type. What is unknown would mean nothing, without a word about it. */
import { nearestName } from '../base/nearest-name.ts'
import { ArgumentError } from '../base/usage-error.ts'
import type { JsonObject } from './json.ts'
import { type Kind, methods, visitParts } from './part.ts'

const items = [...methods, 'additionalOperations', 'parameters', 'summary', 'description', 'servers', '$ref']
const places = ['query', 'header', 'path', 'cookie', 'querystring']
const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

/**
 * @param file names the document in messages
 * @throws UsageError for a word that is close to one of OpenAPI and is none
 */
export function checkWords(document: JsonObject, file: string): void {
  visitParts(document, 'document', (part, kind, place) => {
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

/** What a part says in words of OpenAPI, and which there are. */
function wordsOf(part: JsonObject, kind: Kind): readonly [words: readonly string[], known: readonly string[]] {
  if (kind === 'pathItem') return [Object.keys(part).filter((name) => !name.startsWith('x-')), items]
  if (kind === 'parameter') return [textsIn(part.in), places]
  return kind === 'schema' ? [textsIn(part.type), types] : [[], []]
}

const textsIn = (value: unknown) => [value].flat().filter((each) => typeof each === 'string')
