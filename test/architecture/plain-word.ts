// Finds sentences of comments and messages that a stranger reads twice: banned words, openings that hide the subject, more than 25 words.
import ts from '@tsd/typescript'

export interface Sentence {
  readonly line: number
  readonly text: string
}

export interface Fault extends Sentence {
  readonly fault: string
}

const longest = 25

/** Words that hide the subject, or that the field does not use so. Text in backquotes is code. */
const banned =
  /\b(?:nobody|no one|somebody|whoever|whomever|anybody|but for|the house|leans on|answers (?:what|whether|who)|(?<!there )is none)\b/i

/** A noun clause or a prepositional phrase in the place of the subject. */
const opening = /^(?:What|Whatever|Whoever|Who|Whose|Of|Behind|Nobody|Neither|From there)\b(?! if\b)/

/** Returns the faults of a file's comments and messages. */
export function findRiddles(path: string, text: string): Fault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return [...commentsOf(file), ...messagesOf(file)].flatMap(({ line, text: prose }) =>
    sentencesOf(prose).flatMap((sentence) => faultsOf(sentence).map((fault) => ({ line, text: sentence, fault })))
  )
}

/** Returns what makes a sentence hard to read. */
export function faultsOf(sentence: string): string[] {
  if (sentence.endsWith('?')) return []
  const [word] = banned.exec(sentence) ?? []
  const [start] = opening.exec(sentence) ?? []
  const count = sentence.split(/\s+/).filter((each) => /[\p{L}\p{N}]/u.test(each)).length
  return [
    ...(word === undefined ? [] : [`has '${word}'`]),
    ...(start === undefined ? [] : [`begins with '${start}'`]),
    ...(count > longest ? [`has ${count} words`] : [])
  ]
}

/** Splits prose into sentences. An item of a list, a tag and a heading are sentences of their own. */
export function sentencesOf(prose: string): string[] {
  return prose
    .replaceAll(/`[^`]*`/g, (code) => `\`${'x'.repeat(Math.min(8, code.length))}\``)
    .split(/\n\s*\n|\n(?=\s*(?:[-*|] |\d+\. |@\w))|(?<=[.!?:;])(?<!\b(?:e\.g|i\.e)\.)\s+(?=[\p{Lu}`'"“(])/u)
    .map((sentence) =>
      sentence
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replace(/^(?:[-*|] |\d+\. |@\w+ )/, '')
    )
    .filter((sentence) => /\p{L}/u.test(sentence) && !sentence.startsWith('|'))
}

/** The comments of a file: lines of `//` that follow each other are one. */
function commentsOf(file: ts.SourceFile): Sentence[] {
  const found: (Sentence & { readonly end: number; readonly isLine: boolean })[] = []
  for (const { pos, end, kind } of rangesOf(file)) {
    const raw = file.text.slice(pos, end)
    const line = file.getLineAndCharacterOfPosition(pos).line + 1
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    const last = found.at(-1)
    const follows = isLine && last?.isLine && /^\n[ \t]*$/.test(file.text.slice(last.end, pos))
    const own = isLine ? raw.replace(/^\/+ ?/, '') : bare(raw)
    if (follows) found.splice(-1, 1, { ...last, text: `${last.text}\n${own}`, end })
    else found.push({ line, text: own, end, isLine })
  }
  return found.filter(({ text }) => !/^\s*(?:biome-ignore|@ts-|#|spell)/.test(text))
}

function rangesOf(file: ts.SourceFile): ts.CommentRange[] {
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(file.text, node.pos) ?? []) ranges.set(range.pos, range)
    for (const range of ts.getTrailingCommentRanges(file.text, node.end) ?? []) ranges.set(range.pos, range)
    for (const child of node.getChildren(file)) if (!ts.isJSDoc(child)) visit(child)
  }
  visit(file)
  return [...ranges.values()].sort((a, b) => a.pos - b.pos)
}

/** A block comment without its frame and without the code of its examples. */
const bare = (raw: string): string =>
  raw
    .replace(/^\/\*+/, '')
    .replace(/\*\/$/, '')
    .replaceAll(/^[ \t]*\*[ \t]?/gm, '')
    .replaceAll(/@example\b[\s\S]*?(?=\n@|$)/g, '')
    .replaceAll(/```[\s\S]*?```/g, '')
    .replaceAll(/^ {4}.*$/gm, '')

/** Texts of at least four words that end as sentences do, or fill in a value. */
function messagesOf(file: ts.SourceFile): Sentence[] {
  const found: Sentence[] = []
  const visit = (node: ts.Node): void => {
    const text = textOf(node)
    if (text !== undefined && /^[\p{L}'%$][\s\S]*\s\S+\s\S+\s\S+/u.test(text) && !/[{};=<>]|=>/.test(text))
      found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, text })
    else ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return
  return [node.head.text, ...node.templateSpans.map(({ literal }) => `X${literal.text}`)].join('')
}
