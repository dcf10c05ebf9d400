/**
 * Parses sources with @babel/parser. It is an optional peer dependency, because an application is migrated only once. docs/decisions/0004-migrate.md
 * has the reasons for this parser.
 */
import { pathToFileURL } from 'node:url'
import type { ParserOptions, ParserPlugin } from '@babel/parser'
import { findPackage, UsageError } from '@espalier/command-kit'
import type { Language } from './module-name.ts'
import type { Node } from './node.ts'

const parserName = '@babel/parser'

interface Parser {
  parse(text: string, options: ParserOptions): Node
  parseExpression(text: string, options: ParserOptions): Node
}

export type Parse = (text: string, language: Language) => Node

/**
 * Accepts all syntax that Node or a bundler accepts. A migration needs only the positions of module names, so most errors in a source do not matter.
 */
const lenient: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  createImportExpressions: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true
}

const everywhere: readonly ParserPlugin[] = [
  'decorators-legacy',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'importAttributes'
]

/** Plugins of the parser by language. If a source cannot be parsed with one list of plugins, the next list is tried. */
const attempts: Readonly<Record<Exclude<Language, 'json'>, readonly ParserPlugin[][]>> = {
  js: [['jsx'], ['jsx', 'flow']],
  ts: [['typescript']],
  tsx: [['typescript', 'jsx']],
  dts: [[['typescript', { dts: true }]]]
}

/**
 * Loads the parser that is installed beside this package, or that `npx` has fetched. The folder of the application may be untrusted, so no code in it
 * is loaded.
 *
 * @throws UsageError when the parser is not found. The message contains the command that installs it.
 */
export async function loadParser(): Promise<Parse> {
  const parser = await importParser()
  return (text, language) => (language === 'json' ? readSettings(parser, text) : readProgram(parser, text, language))
}

async function importParser(): Promise<Parser> {
  const path = findPackage(parserName)
  if (path !== undefined) return await import(pathToFileURL(path).href)
  throw new UsageError(
    `Sources are read with ${parserName}, which is not installed. Type this instead:

  npx --package espalier --package @espalier/cli --package @espalier/migrate --package ${parserName} espalier migrate

or install it beside them for as long as you need it: npm install --no-save ${parserName}`
  )
}

/** `tsconfig.json` may contain comments, so JSON is parsed as a JavaScript expression. */
function readSettings(parser: Parser, text: string): Node {
  return parser.parseExpression(text, { attachComment: false })
}

function readProgram(parser: Parser, text: string, language: keyof typeof attempts): Node {
  let fault: unknown
  for (const plugins of attempts[language]) {
    try {
      return refuseGuesses(parser.parse(text, { ...lenient, plugins: [...plugins, ...everywhere] }))
    } catch (error) {
      fault ??= error
    }
  }
  throw fault
}

/**
 * After the syntax errors in `guesses`, the parser continues with a guess, so the tree may be wrong. After other errors, such as a duplicate
 * declaration, the tree is right.
 *
 * @throws the first error after which the parser has guessed
 */
function refuseGuesses(root: Node): Node {
  const errors: readonly unknown[] = Array.isArray(root.errors) ? root.errors : []
  for (const error of errors)
    if (error instanceof Error && 'reasonCode' in error && guesses.has(error.reasonCode)) throw error
  return root
}

const guesses: ReadonlySet<unknown> = new Set(['MissingSemicolon', 'UnexpectedToken'])
