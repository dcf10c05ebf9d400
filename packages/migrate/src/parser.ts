/**
 * Loads @babel/parser, an optional peer: a package that serves carries no parser for the one day on which an application moves. The reasons for this
 * parser are in docs/decisions/0004-migrate.md.
 */
import { pathToFileURL } from 'node:url'
import type { ParserOptions, ParserPlugin } from '@babel/parser'
import { findPackage, UsageError } from '@espalier/command-kit'
import type { Language } from './module-name.ts'
import type { Node } from './node.ts'

const parserName = '@babel/parser'

/** The members of the parser that we use, in its releases 7 and 8. */
interface Parser {
  parse(text: string, options: ParserOptions): Node
  parseExpression(text: string, options: ParserOptions): Node
}

/** Reads a source; what is no program in the language throws. */
export type Parse = (text: string, language: Language) => Node

/** Accepts all that a bundler or Node would run, and some that only one of them does. A change is certain all the same. */
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

/** The plugins for a language; the second list is for sources that the first cannot read. */
const attempts: Readonly<Record<Exclude<Language, 'json'>, readonly ParserPlugin[][]>> = {
  js: [['jsx'], ['jsx', 'flow']],
  ts: [['typescript']],
  tsx: [['typescript', 'jsx']],
  dts: [[['typescript', { dts: true }]]]
}

/**
 * Loads the parser from where the package is installed, or from what npx has fetched for this call. The folder that is migrated is not asked: what is in
 * its `node_modules` would run.
 *
 * @throws UsageError when neither has it, with what to type
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

/** Settings are JSON with comments, which is an expression of JavaScript. */
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
 * Refuses a file in which the parser had to guess. It passes over other errors, mostly rules of meaning, such as a name that is declared twice.
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
