import { FreeNames } from '../free-name.ts'

/** Names that constants of the generated module must not have: reserved words, and names that the module imports or uses. */
const taken = [
  ...['Type', 'Static', 'TSchema', 'SchemaOf', 'endpoint', 'events', 'withDefault', 'document', 'undefined', 'NaN'],
  ...['documentPatch', 'OpenApiOptions'],
  // Variables of CommonJS, to which a compiler may convert the generated module.
  ...['exports', 'module', 'require', 'Object', '__esModule'],
  ...['await', 'break', 'case', 'catch', 'class', 'const', 'continue', 'debugger', 'default', 'delete', 'do', 'else'],
  ...['enum', 'export', 'extends', 'false', 'finally', 'for', 'function', 'if', 'implements', 'import', 'in', 'new'],
  ...['instanceof', 'interface', 'let', 'null', 'package', 'private', 'protected', 'public', 'return', 'static'],
  ...['super', 'switch', 'this', 'throw', 'true', 'try', 'typeof', 'var', 'void', 'while', 'with', 'yield'],
  ...['any', 'unknown', 'never', 'string', 'number', 'boolean', 'bigint', 'symbol', 'object', 'arguments', 'eval'],
  // Types that the generated module uses.
  ...['Record', 'Array', 'Infinity']
]

export const createNames = (): FreeNames => new FreeNames(taken)

/** Converts `list-pets`, `ListPets` and `list pets` to `listPets`. */
export function camelCase(text: string): string {
  const [first = '', ...others] = wordsOf(text)
  const name = [lowerFirst(first), ...others.map(upperFirst)].join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

/** Converts `simple-user` to `SimpleUser`. */
export function pascalCase(text: string): string {
  const name = wordsOf(text).map(upperFirst).join('')
  return /^[A-Za-z_$]/.test(name) ? name : `_${name}`
}

const wordsOf = (text: string) => text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')

const upperFirst = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Converts `GetURL` to `getURL`, and `URLFor` to `urlFor`. */
const lowerFirst = (word: string) => word.replace(/^[A-Z]+(?![a-z])|^[A-Z]/, (start) => start.toLowerCase())
