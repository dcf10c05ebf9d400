/**
 * Patterns over header names. Requests carry the names in lower case, and they mean the same in any case (RFC 9110 §5.1). `^X-` would match no
 * request at all, so it would refuse nothing. JSON Schema's patterns have no flags, so each upper-case letter is written as its lower-case one. A
 * range of upper-case letters gets the lower-case ones beside it: `^X-[A-F]` becomes `^x-[A-Fa-f]`.
 */
import { visitPattern } from './pattern.ts'

const upperA = 65
const upperZ = 90
/** From an upper-case letter of ASCII to its lower-case one; names have no others. */
const down = 32

/** Letters, escapes that may stand for some, and classes with ranges that may hold some. */
const mayNameUpperCase = /[A-Z\\[]/

/** Returns a pattern that matches a name in lower case where the given one matches it in any case. An invalid pattern is left to the validator. */
export function lowerCasePattern(source: string): string {
  if (!mayNameUpperCase.test(source)) return source
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  try {
    visitPattern(source, 'u', {
      onCharacterEnter({ parent, start, end, value }) {
        if (parent.type === 'CharacterClassRange' || value < upperA || value > upperZ) return
        edits.push({ start, end, text: String.fromCharCode(value + down) })
      },
      onCharacterClassRangeEnter({ start, end, raw, min, max }) {
        const [first, last] = [Math.max(min.value, upperA), Math.min(max.value, upperZ)]
        if (first > last) return
        edits.push({
          start,
          end,
          text: `${raw}${String.fromCharCode(first + down)}-${String.fromCharCode(last + down)}`
        })
      }
    })
  } catch {
    return source
  }
  let written = source
  for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
    written = written.slice(0, start) + text + written.slice(end)
  }
  return written
}
