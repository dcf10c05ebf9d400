// One export as Markdown: its declaration, and its doc comment with the errors that it throws and its example.
import ts from 'typescript'
import { read } from '../src/page/list.mjs'

const examples = read('docs/exported-types.md')
const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
/** Longer declarations are left to editors: a reader of them looks for one member. */
const longest = 24

/** @returns the text, and a key that is the same where two entry points export one thing */
export function describe(exported, checker) {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const [declaration] = symbol.declarations ?? []
  const tags = symbol.getJsDocTags(checker)
  const parts = [
    `### ${exported.name}`,
    ts.displayPartsToString(symbol.getDocumentationComment(checker)),
    ...tagsOf(tags, 'throws').map((text) => `Throws ${text.replaceAll(/\b(?:ESP|FST)_\w+/g, '`$&`')}`),
    ...tagsOf(tags, 'example').map((text) => `\`\`\`ts\n${text.replace(/^```\w*\n|\n?```$/g, '')}\n\`\`\``),
    declaration === undefined ? '' : `\`\`\`ts wrapped\n${codeOf(exported.name, symbol, declaration, checker)}\n\`\`\``,
    new RegExp(`\\b${exported.name}\\b`).test(examples) ? '[An example](../../docs/exported-types.md).' : ''
  ]
  const place = declaration && `${declaration.getSourceFile().fileName}:${declaration.pos}`
  return { key: `${exported.name} ${place}`, text: `${parts.filter(Boolean).join('\n\n')}\n` }
}

const tagsOf = (tags, name) => tags.filter((tag) => tag.name === name).map(({ text }) => ts.displayPartsToString(text))

function codeOf(name, symbol, declaration, checker) {
  if (ts.isVariableDeclaration(declaration)) {
    const type = checker.getTypeOfSymbol(symbol)
    const signatures = type.getCallSignatures()
    if (signatures.length === 0) return `const ${name}: ${checker.typeToString(type, undefined, flags)}`
    return signatures.map((one) => `function ${name}${checker.signatureToString(one, undefined, flags)}`).join('\n')
  }
  const lines = declaration
    .getText()
    .replace(/^export (?:declare )?/, '')
    .split('\n')
  return lines.length > longest ? `${lines.slice(0, longest).join('\n')}\n// …` : lines.join('\n')
}
