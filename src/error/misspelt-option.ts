/** Options under a name that nobody reads: a hook given as `prehandler` guards nothing. Names that resemble none may be a plugin's. */
import { nearestName } from '../base/nearest-name.ts'
import { warn } from './warning.ts'

/**
 * Makes the check of one kind of options, which warns of each whose name is nearly, but not quite, a known one.
 *
 * @param shortest in characters: for shorter names nobody is taken to have meant them, as one letter of a short name makes another word
 */
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
