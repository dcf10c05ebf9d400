/** The syntax tree of a regular expression, as far as it determines which texts match, and in how many ways. */
import type { CodePoints } from './code-points.ts'

export type PatternNode =
  | { readonly kind: 'character'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repetition'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `^` and `$`: the edge of the text, and with `breaks` the edge of a line. */
  | { readonly kind: 'edge'; readonly side: 'start' | 'end'; readonly breaks: CodePoints }
  | { readonly kind: 'boundary'; readonly word: CodePoints; readonly isNegated: boolean }
  | { readonly kind: 'look'; readonly isAhead: boolean; readonly isNegated: boolean; readonly body: PatternNode }
  /** An assertion that consumes no character and whose result is not known here. */
  | { readonly kind: 'unsure' }

/** The error for a pattern that is too large to be analysed in limited time. */
export class TooLarge extends Error {}
