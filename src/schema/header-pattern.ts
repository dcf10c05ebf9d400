/**
 * Rewrites patterns for header names. Names are case-insensitive (RFC 9110 §5.1), and lower case in requests, so `^X-` would never match. JSON
 * Schema's patterns have no flags, so each upper-case letter becomes lower case. A range of upper-case letters gets a lower-case range beside it:
 * `^X-[A-F]` becomes `^x-[A-Fa-f]`.
 */
import { visitPattern } from './pattern.ts'

const upperA = 65
const upperZ = 90
/** The distance from an ASCII upper-case letter to its lower-case one. Header names have no other letters. */
const down = 32

/** Matches patterns that may match upper case: by letters, escapes or classes. */
const mayNameUpperCase = /[A-Z\\[]/

/**
 * Header names are validated in lower case, so a pattern is made to match it: `^X-` → `^x-`, `[A-Z]` → `[A-Za-z]`.
 * An invalid pattern is left to the validator.
 */
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
