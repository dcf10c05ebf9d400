/**
 * Loads @babel/parser, an optional peer dependency, because an application migrates only once. The reasons for this parser are in
 * docs/decisions/0004-migrate.md.
 */
import { pathToFileURL } from 'node:url'
import type { ParserOptions, ParserPlugin } from '@babel/parser'
import { findPackage, UsageError } from '@espalier/command-kit'
import type { Language } from './module-name.ts'
import type { Node } from './node.ts'

const parserName = '@babel/parser'

/** The members of the parser that are used, in its versions 7 and 8. */
interface Parser {
  parse(text: string, options: ParserOptions): Node
  parseExpression(text: string, options: ParserOptions): Node
}

/** Parses a source; throws for an invalid program. */
export type Parse = (text: string, language: Language) => Node

/** Accepts everything that a bundler or Node accepts, even if only one of them does. The changes of a migration do not depend on that. */
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

/** The parser plugins for a language; the second list is for sources that the first cannot parse. */
const attempts: Readonly<Record<Exclude<Language, 'json'>, readonly ParserPlugin[][]>> = {
  js: [['jsx'], ['jsx', 'flow']],
  ts: [['typescript']],
  tsx: [['typescript', 'jsx']],
  dts: [[['typescript', { dts: true }]]]
}

/**
 * Loads the parser from the installation of this package, or from the packages that npx has fetched. The migrated folder is not searched, because code
 * from its `node_modules` would run.
 *
 * @throws UsageError when neither has it, with the command to install it
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

/** Parses a settings file: JSON with comments, which is a JavaScript expression. */
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
 * Refuses a file in which the parser had to guess. Other recoverable errors are ignored, such as a duplicate declaration.
 *
 * @throws the first such error
 */
function refuseGuesses(root: Node): Node {
  const errors: readonly unknown[] = Array.isArray(root.errors) ? root.errors : []
  for (const error of errors)
    if (error instanceof Error && 'reasonCode' in error && guesses.has(error.reasonCode)) throw error
  return root
}

const guesses: ReadonlySet<unknown> = new Set(['MissingSemicolon', 'UnexpectedToken'])
