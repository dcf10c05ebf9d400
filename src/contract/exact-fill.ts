/**
 * Inserts parameters into paths that the router could read differently. Such a path has a pattern or several parameters in one segment, or may match
 * a more specific endpoint, its rival. The filled path is parsed as the router parses it, and the result is compared with the parameters.
 */
import { fillPath, isGiven, isList, textOf, unreachable } from './fill.ts'
import type { PathParts, Rival, Target } from './target.ts'

/**
 * Fills a path as `fillPath` does.
 *
 * @throws TypeError as `fillPath` does, and when the router would read other values from the path, or choose another endpoint
 * @example
 * const target = targetOf(endpoint('GET /books/:id'))
 * fillExactly({ ...target, rivals: rivalsOf(target, [target]) }, { id: 7 }) // '/books/7'
 */
export function fillExactly(target: Target, params: Record<string, unknown>): string {
  const { name, parts, rivals } = target
  const path = fillPath(target, params)
  const given: unknown[] = []
  const read: unknown[] = []
  const visit = (parts: PathParts): void => {
    for (const [at, part] of parts.entries()) {
      if (isList(part)) {
        if (isGiven(part, params)) visit(part)
      } else if (typeof part === 'object') {
        const texts = part.parts.map((one, at) => (at % 2 === 0 ? one : textOf(params, one)))
        const text = texts.join('')
        given.push(...texts.filter((_, at) => at % 2 === 1))
        // The application may ignore doubled and trailing slashes, and then loses an empty segment. So such a segment is refused, even if its pattern
        // allows it.
        if (text || !`${parts[at - 1]}`.endsWith('/')) read.push(...(RegExp(part.pattern).exec(text)?.slice(1) ?? []))
      } else if (at % 2 === 1) {
        const text = textOf(params, part)
        given.push(text)
        read.push(text)
      }
    }
  }
  visit(parts)
  if (given.some((text, at) => text !== read[at])) throw unreachable(name, path)
  const rival = rivals?.find((one) => isOf(one, path) || isOf(one, path.replace(/\/+/g, '/')))
  if (rival) throw unreachable(name, path, `leads to ${rival.name}`)
  return path
}

/** Whether a path matches a rival. If so, the router prefers the rival to the endpoint. */
function isOf({ pattern, segments }: Rival, path: string): boolean {
  const found = RegExp(pattern).exec(path)
  return found !== null && segments.every((one, at) => RegExp(one).test(decodeURIComponent(found[at + 1] ?? '')))
}
