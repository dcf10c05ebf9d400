/** The syntax tree of a regular expression, reduced to what decides which texts match, and by how many paths. */
import type { CodePoints } from './code-points.ts'

export type PatternNode =
  | { readonly kind: 'character'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repetition'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `^` or `$`: an edge of the text, or with the flag `m` of a line. `breaks` are the characters that end a line. */
  | { readonly kind: 'edge'; readonly side: 'start' | 'end'; readonly breaks: CodePoints }
  | { readonly kind: 'boundary'; readonly word: CodePoints; readonly isNegated: boolean }
  | { readonly kind: 'lookaround'; readonly isAhead: boolean; readonly isNegated: boolean; readonly body: PatternNode }
  /** An assertion whose result is not analysed: it may hold or not. */
  | { readonly kind: 'unsure' }

/** Thrown if an expression is too large to be analysed in limited time. */
export class TooLarge extends Error {}
