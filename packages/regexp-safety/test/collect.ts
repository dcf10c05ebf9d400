import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from '@tsd/typescript'

export interface Expression {
  readonly source: string
  readonly flags: string
  readonly path: string
}

/** Collects the regular expressions in packages, with the flag `u` if they are valid with it. */
export function collectExpressions(packages: readonly string[]): Expression[] {
  const found = new Map<string, Expression>()
  for (const name of packages) {
    for (const path of sourcesIn(join('node_modules', name))) {
      for (const literal of literalsIn(path)) {
        const source = literal.slice(1, literal.lastIndexOf('/'))
        const flags = isValid(source, 'u') ? 'u' : ''
        if (isValid(source, flags) && !found.has(source)) found.set(source, { source, flags, path })
      }
    }
  }
  return [...found.values()]
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name) && !/\.min\./.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .filter(
      (path) => !path.slice(folder.length).includes('node_modules') && !/\/(?:test|tests|bench|es|esm)\//.test(path)
    )
    .sort()
}

function literalsIn(path: string): string[] {
  const text = readFileSync(path, 'utf8')
  if (text.length > 1_000_000) return []
  const literals: string[] = []
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) literals.push((node as ts.RegularExpressionLiteral).text)
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest))
  return literals
}

function isValid(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp
  } catch {
    return false
  }
}
