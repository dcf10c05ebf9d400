/** Names for what a module exports, out of whatever a document calls it. */
import { FreeNames } from '../free-name.ts'

/** Words that no constant may be called, and the names that a module has already. */
const taken = [
  ...['Type', 'Static', 'TSchema', 'SchemaOf', 'endpoint', 'events', 'withDefault', 'document', 'undefined', 'NaN'],
  'OpenApiOptions',
  // Names in modules of CommonJS, which compilers make of the module.
  ...['exports', 'module', 'require', 'Object', '__esModule'],
  ...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else'],
  ...['enum', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'new'],
  ...['instanceof', 'interface', 'let', 'null', 'package', 'private', 'protected', 'public', 'return', 'static'],
  ...['super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'],
  // Names of types that nothing may be called.
  ...['any', 'unknown', 'never', 'string', 'number', 'boolean', 'bigint', 'symbol', 'object', 'arguments', 'eval'],
  // Names in the types of a module.
  ...['Record', 'Array', 'Infinity']
]

/** Names of a module's constants: one that is asked for again gets a number. */
export const createNames = (): FreeNames => new FreeNames(taken)

/** `list-pets`, `ListPets` and `list pets` give `listPets`. */
export function camelCase(text: string): string {
  const [first = '', ...others] = wordsOf(text)
  const name = [lowerFirst(first), ...others.map(upperFirst)].join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

/** `simple-user` gives `SimpleUser`. */
export function pascalCase(text: string): string {
  const name = wordsOf(text).map(upperFirst).join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

const wordsOf = (text: string) => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `GetURL` gives `getURL`, and `URLFor` gives `urlFor`. */
const lowerFirst = (word: string) => word.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
