/**
 * A file of the template, whose lines may belong to a feature. Such lines stand between comments of their own:
 *
 *     // with login
 *     import { identity } from './accounts/routes.ts'
 *     // end
 */

interface Mark {
  readonly kind: string
  readonly feature: string
}

const mark = /^\s*(?:\/\/|#|--|<!--)\s*(with|without|end)(?: (\w+))?(?:\s*-->)?\s*$/

/**
 * Returns the text as a project with some features has it; nothing is left of a file that belongs to another feature.
 *
 * @throws Error when the marks of the file do not match, or name no feature
 */
export function readMarked(path: string, text: string, chosen: ReadonlySet<string>, known: readonly string[]): string {
  const open: boolean[] = []
  const kept = text.split('\n').filter((line) => {
    const found = markOf(line, known)
    if (found === undefined) return !open.includes(false)
    if (found.kind !== 'end') open.push(chosen.has(found.feature) === (found.kind === 'with'))
    else if (open.pop() === undefined) throw new Error(`${path} has a mark 'end' too many.`)
    return false
  })
  if (open.length > 0) throw new Error(`${path} lacks a mark 'end'.`)
  return tidy(kept.join('\n'))
}

/** A comment that only begins like a mark, such as `// with pleasure`, is text. */
function markOf(line: string, known: readonly string[]): Mark | undefined {
  const [, kind, feature = ''] = mark.exec(line) ?? []
  if (kind === undefined) return
  return kind === 'end' ? endOf(feature) : known.includes(feature) ? { kind, feature } : undefined
}

const endOf = (feature: string): Mark | undefined => (feature === '' ? { kind: 'end', feature } : undefined)

/** Lines that are gone leave no gap, and no gap before the end of a block. */
function tidy(text: string): string {
  return text
    .replace(/\n{3,}/g, '\n\n')
    .replace(/([{([]\n)\n+/g, '$1')
    .replace(/^\n+/, '')
    .replace(/\n+$/, '\n')
}
