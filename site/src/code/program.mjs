// The programs of a page for twoslash. A program may need those above it, as test/readme/program.ts joins them: what is added stands above a cut, and is
// not shown.
import { posix } from 'node:path'

const fence = /^```ts(?<notes>[^\n]*)\n(?<code>[\s\S]*?)^```$/gm

/** The Markdown of a page, whose TypeScript has hovers. */
export function withHovers(markdown) {
  const modules = new Map()
  let last = ''
  return markdown.replaceAll(fence, (...match) => {
    const { notes, code } = match.at(-1)
    const name = /file="(.+?)"/.exec(notes)?.[1] ?? 'program.ts'
    const above = / continues\b/.test(notes) ? last : ''
    last = above + code
    const needed = modulesOf(name, last, modules, new Set([name]))
    if (name !== 'program.ts') modules.set(name, last)
    const files = needed.map((file) => `// @filename: ${file}\n${modules.get(file)}`).join('')
    const hidden = files === '' ? above : `${files}// @filename: ${name}\n${above}`
    const flag = / error\b/.test(notes) ? '// @noErrorValidation\n' : ''
    return `\`\`\`ts${notes} twoslash\n${flag}${hidden}${hidden === '' ? '' : '// ---cut---\n'}${code}\`\`\``
  })
}

/** The modules of the page that a program imports, each after those that it imports itself. */
function modulesOf(name, program, modules, seen) {
  const imported = [...program.matchAll(/from '(\.\/.+?)'/g)].map(([, file]) => posix.join(posix.dirname(name), file))
  return imported
    .filter((file) => modules.has(file) && !seen.has(file))
    .flatMap((file) => [...modulesOf(file, modules.get(file), modules, seen.add(file)), file])
}
