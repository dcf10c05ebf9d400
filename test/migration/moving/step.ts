// docs/moving.md has the application, and the changes of each step.
import { type CodeBlock, findCodeBlocks } from '../../readme/code-block.ts'

export type Files = ReadonlyMap<string, string>

export interface Step {
  readonly title: string
  readonly files: Files
}

export function toSteps(markdown: string): Step[] {
  const chapters = markdown.split(/^## /m).slice(1)
  const steps: Step[] = []
  for (const chapter of chapters) {
    const [title = ''] = chapter.split('\n', 1)
    if (title !== 'The application' && !/^\d/.test(title)) continue
    const files = new Map(steps.at(-1)?.files)
    for (const block of findCodeBlocks(title, chapter)) change(files, block)
    steps.push({ title, files })
  }
  return steps
}

function change(files: Map<string, string>, { language, notes, code }: CodeBlock): void {
  if (notes.file !== undefined) files.set(notes.file, code)
  if (language !== 'diff') return
  for (const part of code.split(/^--- /m).slice(1)) {
    const [path = '', ...lines] = part.replace(/\n$/, '').split('\n')
    const text = files.get(path)
    if (text === undefined) throw new Error(`there is no ${path} to change`)
    if (lines[0] === '+++ /dev/null') files.delete(path)
    else files.set(path, patch(path, text, lines))
  }
}

/** Lines of the file that the diff does not contain stay. */
function patch(path: string, text: string, changes: readonly string[]): string {
  const lines = text.split('\n')
  let at = 0
  for (const line of changes) {
    const [sign, content] = [line.charAt(0), line.slice(1)]
    if (sign === '+') lines.splice(at++, 0, content)
    else {
      at = lines.indexOf(content, at)
      if (at < 0) throw new Error(`${path} has no line '${content}' there`)
      if (sign === '-') lines.splice(at, 1)
      else at++
    }
  }
  return lines.join('\n')
}
