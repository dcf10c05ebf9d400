/** The syntax tree of a regular expression. It omits details that change neither the matched texts nor the number of paths. */
import type { CodePoints } from './code-points.ts'

export type PatternNode =
  | { readonly kind: 'character'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'repetition'; readonly body: PatternNode; readonly min: number; readonly max: number }
  /** `^` or `$`. `breaks` are the characters that end a line. The set is empty without the flag `m`. */
  | { readonly kind: 'edge'; readonly side: 'start' | 'end'; readonly breaks: CodePoints }
  | { readonly kind: 'boundary'; readonly word: CodePoints; readonly isNegated: boolean }
  | { readonly kind: 'lookaround'; readonly isAhead: boolean; readonly isNegated: boolean; readonly body: PatternNode }
  /** An assertion that is not analysed. It counts as possibly true and possibly false. */
  | { readonly kind: 'unsure' }

export class TooLarge extends Error {}
