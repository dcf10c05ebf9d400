// Comments inside classes, which esbuild leaves in bundles. Readers of the package find them in its sources and declarations.
import { parse } from '@babel/parser'

/** Annotations for bundlers, licences, and the paths of sources, to which the lines of a stack lead. */
const kept = /^ (?:[\w@.-]+\/)*[\w@.-]+\.[cm]?[jt]s$|[@#]__\w+__|^!|@(?:license|preserve)/

/** Returns a module without its comments. A line that has nothing else goes with its comment. */
export function withoutComments(code) {
  const { comments } = parse(code, { sourceType: 'module' })
  let text = ''
  let at = 0
  for (const { value, start, end } of comments) {
    if (kept.test(value)) continue
    const before = code.slice(at, start)
    const isAlone = /(?:^|\n)[ \t]*$/.test(before) && code[end] === '\n'
    text += isAlone ? before.replace(/[ \t]+$/, '') : before
    at = isAlone ? end + 1 : end
  }
  return text + code.slice(at)
}
