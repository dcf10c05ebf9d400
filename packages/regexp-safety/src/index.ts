/** Finds regular expressions whose matching can take time exponential in the length of a text. */
export { dangerOf, type PatternDanger } from './safety.ts'
export { visitPattern } from './syntax.ts'
