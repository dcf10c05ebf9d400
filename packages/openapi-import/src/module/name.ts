import { FreeNames } from '../free-name.ts'

/** Reserved words, and names with another meaning in the module. */
const taken = [
  ...['Type', 'Static', 'TSchema', 'SchemaOf', 'endpoint', 'events', 'withDefault', 'document', 'undefined', 'NaN'],
  ...['documentPatch', 'OpenApiOptions'],
  // Names of CommonJS, to which a compiler may convert the module.
  ...['exports', 'module', 'require', 'Object', '__esModule'],
  ...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else'],
  ...['enum', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'new'],
  ...['instanceof', 'interface', 'let', 'null', 'package', 'private', 'protected', 'public', 'return', 'static'],
  ...['super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'],
  ...['any', 'unknown', 'never', 'string', 'number', 'boolean', 'bigint', 'symbol', 'object', 'arguments', 'eval'],
  // Names that types in the module use.
  ...['Record', 'Array', 'Infinity']
]

export const createNames = (): FreeNames => new FreeNames(taken)

/** `list-pets`, `ListPets` and `list pets` → `listPets`. */
export function camelCase(text: string): string {
  const [first = '', ...others] = wordsOf(text)
  const name = [lowerFirst(first), ...others.map(upperFirst)].join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

/** `simple-user` → `SimpleUser`. */
export function pascalCase(text: string): string {
  const name = wordsOf(text).map(upperFirst).join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

const wordsOf = (text: string) => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `GetURL` → `getURL`, `URLFor` → `urlFor`. */
const lowerFirst = (word: string) => word.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
