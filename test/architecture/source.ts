// Reads the project's sources as facts: who imports whom, how long things are, where the type system is left.
// Parses with TypeScript 5.9, the last one whose compiler is a JavaScript library.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from '@tsd/typescript'

export interface Import {
  /** A path from the project's root, or the package's name. */
  readonly target: string
  readonly isTypeOnly: boolean
}

export interface Source {
  readonly path: string
  /** Without the lines of doc comments that have examples. */
  readonly lines: number
  readonly imports: readonly Import[]
  readonly functions: readonly { readonly name: string; readonly line: number; readonly lines: number }[]
  /** How often the file writes `any`. */
  readonly anys: number
  /** How often the file casts where the compiler does not look: through `unknown`, or to `never`. */
  readonly blindCasts: number
}

/** A doc comment with an example. */
const exemplified = /\/\*\*(?:(?!\*\/)[\s\S])*?@example\b[\s\S]*?\*\//g

/** Reads every TypeScript file below the folders, which are paths from the project's root. */
export function readSources(...folders: string[]): Source[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap(filesBelow)
    .map((path) => readSource(path, readFileSync(path, 'utf8')))
}

function filesBelow(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(folder, name).replaceAll('\\', '/'))
}

/** Reads one file's text; `path` gives its place in the project. */
export function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const nodes = descendants(file)
  return {
    path,
    lines: text.trimEnd().replaceAll(exemplified, '').split('\n').length,
    imports: nodes.flatMap((node) => toImport(path, node) ?? []),
    functions: nodes.filter(ts.isFunctionLike).flatMap((node) => measure(file, node) ?? []),
    anys: nodes.filter((node) => node.kind === ts.SyntaxKind.AnyKeyword).length,
    blindCasts: nodes.filter(isBlindCast).length
  }
}

function descendants(node: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [node]
  ts.forEachChild(node, (child) => {
    nodes.push(...descendants(child))
  })
  return nodes
}

function toImport(importer: string, node: ts.Node): Import | undefined {
  const specifier = specifierOf(node)
  if (!specifier) return undefined
  const target = specifier.text.startsWith('.')
    ? posix.join(posix.dirname(importer), specifier.text)
    : packageName(specifier.text)
  return { target, isTypeOnly: isTypeOnly(node) }
}

function specifierOf(node: ts.Node): ts.StringLiteral | undefined {
  let specifier: ts.Node | undefined
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) specifier = node.moduleSpecifier
  else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) specifier = node.argument.literal
  else if (ts.isCallExpression(node) && isLoad(node.expression)) specifier = node.arguments[0]
  return specifier && ts.isStringLiteral(specifier) ? specifier : undefined
}

function isLoad(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node)) return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
  if (ts.isExportDeclaration(node)) return node.isTypeOnly
  return ts.isImportTypeNode(node)
}

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function measure(file: ts.SourceFile, node: ts.SignatureDeclaration) {
  if (!('body' in node) || !node.body) return undefined
  const line = (position: number) => file.getLineAndCharacterOfPosition(position).line + 1
  const first = line(node.getStart(file))
  return { name: node.name?.getText(file) ?? '(anonymous)', line: first, lines: line(node.end) - first + 1 }
}

function isBlindCast(node: ts.Node): boolean {
  if (!ts.isAsExpression(node)) return false
  if (node.type.kind === ts.SyntaxKind.NeverKeyword) return true
  const inner = ts.isParenthesizedExpression(node.expression) ? node.expression.expression : node.expression
  return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword
}
