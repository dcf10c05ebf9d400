/** Regular expressions of schemas: which ones can take exponential time, and their parts. */
export { dangerOf, type PatternDanger, visitPattern } from '@espalier/regexp-safety'
