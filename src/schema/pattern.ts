export { dangerOf, type PatternDanger, visitPattern } from '@espalier/regexp-safety'
