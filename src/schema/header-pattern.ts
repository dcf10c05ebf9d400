/**
 * Rewrites patterns for header names, which are lower case in Node's `message.headers`: the pattern `^X-` would never match. `^X-[A-F]` becomes
 * `^x-[A-Fa-f]`, because JSON Schema has no flag `i` for patterns.
 */
import { visitPattern } from './pattern.ts'

const upperA = 65
const upperZ = 90
/** The distance between upper-case and lower-case letters in ASCII. Header names have no other letters. */
const toLower = 32

/** Matches patterns that may contain an upper-case letter, an escape or a class. All others stay unchanged. */
const mayNameUpperCase = /[A-Z\\[]/

/** Returns an invalid pattern unchanged, because the validator reports it later. */
export function lowerCasePattern(source: string): string {
  if (!mayNameUpperCase.test(source)) return source
  const edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  try {
    visitPattern(source, 'u', {
      onCharacterEnter({ parent, start, end, value }) {
        if (parent.type === 'CharacterClassRange' || value < upperA || value > upperZ) return
        edits.push({ start, end, text: String.fromCharCode(value + toLower) })
      },
      onCharacterClassRangeEnter({ start, end, raw, min, max }) {
        const [first, last] = [Math.max(min.value, upperA), Math.min(max.value, upperZ)]
        if (first > last) return
        edits.push({
          start,
          end,
          text: `${raw}${String.fromCharCode(first + toLower)}-${String.fromCharCode(last + toLower)}`
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
