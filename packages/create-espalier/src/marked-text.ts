/**
 * Reads files of the template, in which lines may belong to a feature. Such lines are between two comments:
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
 * Returns the text of a template file without the lines of features that were not chosen. The result is empty if the whole file belongs to such a
 * feature.
 *
 * @throws Error when a `with` comment in the file has no `end`, or an `end` has no `with`
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

/** A `with` comment must name a feature. `// with pleasure` is an ordinary comment, because espalier has no feature `pleasure`. */
function markOf(line: string, known: readonly string[]): Mark | undefined {
  const [, kind, feature = ''] = mark.exec(line) ?? []
  if (kind === undefined) return
  const isMark = kind === 'end' ? feature === '' : known.includes(feature)
  return isMark ? { kind, feature } : undefined
}

function tidy(text: string): string {
  return text
    .replace(/\n{3,}/g, '\n\n')
    .replace(/([{([]\n)\n+/g, '$1')
    .replace(/^\n+/, '')
    .replace(/\n+$/, '\n')
}
