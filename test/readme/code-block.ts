// Finds the fenced code of a document. docs/maintaining.md lists the words that may follow a fence's language.

export interface CodeBlock {
  /** The document's path from the project's root. */
  readonly document: string
  /** The line of the opening fence. */
  readonly line: number
  readonly language: string
  readonly notes: Readonly<Record<string, string>>
  readonly code: string
}

const fence = /^(?<indent> *)(?<ticks>```+)(?<language>\S*)(?<notes>[^\n`]*)\n(?<code>(?:.*\n)*?) *\k<ticks>`*$/gm

/** The code blocks of a Markdown document, in order. */
export function findCodeBlocks(document: string, markdown: string): CodeBlock[] {
  return [...markdown.matchAll(fence)].map((match) => {
    const { indent = '', language = '', notes = '', code = '' } = match.groups ?? {}
    return {
      document,
      line: markdown.slice(0, match.index).split('\n').length,
      language,
      notes: readNotes(notes),
      code: code.replaceAll(new RegExp(`^ {0,${indent.length}}`, 'gm'), '')
    }
  })
}

/** Reads `word` and `word="text"`; a note without a text stands for itself. */
function readNotes(notes: string): Record<string, string> {
  const found = notes.matchAll(/(?<name>[\w-]+)(?:="(?<text>[^"]*)")?/g)
  return Object.fromEntries([...found].map(({ groups }) => [groups?.name ?? '', groups?.text ?? '']))
}
