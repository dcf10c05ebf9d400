/** Analyses regular expressions of schemas. `dangerOf` finds those that can take exponential time, and `visitPattern` visits the parts of one. */
export { dangerOf, type PatternDanger, visitPattern } from '@espalier/regexp-safety'
