/** Names of functions in a form that a developer can search for: the given name, otherwise the line of the declaration. */
import type { Place } from '../error/place.ts'
import { type Callable, previewOf } from '../user-function.ts'
import { shorten, shortPlace } from './context-label.ts'
import { derivingHookOf } from './derive.ts'

/** Returns the name of a function, otherwise `guard at auth.ts:12`, otherwise the start of its source. */
export function labelOf(fn: Callable, kind: string, place: Place | undefined): string {
  const made = derivingHookOf(fn)
  const from = made?.from ?? fn
  if (from.name !== '') return shorten(from.name)
  const at = shortPlace(made?.place ?? place)
  return at === undefined ? previewOf(from) : shorten(`${kind} at ${at}`)
}
