/** Analyses regular expressions of schemas: whether they can take exponential time, and their parts. */
export { dangerOf, type PatternDanger, visitPattern } from '@espalier/regexp-safety'
