/**
 * Warns of misspelt options, because a hook passed as `prehandler` would protect nothing. A plugin may read any name that resembles no known name.
 */
import { nearestName } from '../base/nearest-name.ts'
import { warn } from './warning.ts'

/** @param shortest in characters: shorter names are never suggested, because one changed letter of a short name makes another word */
export function createSpellingCheck(known: readonly string[], shortest = 6) {
  const meanings = new Map<string, string | undefined>(known.map((name) => [name, undefined]))
  const distinctive = known.filter((name) => name.length >= shortest)
  return (options: object, owner: () => string): void => {
    for (const name of Object.keys(options)) {
      if (!meanings.has(name)) meanings.set(name, nearestName(name, distinctive, 1))
      const meant = meanings.get(name)
      if (meant !== undefined) warn('ESPWRN001', name, owner(), meant)
    }
  }
}
