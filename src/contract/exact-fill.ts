/**
 * Fills in a path, then parses it like the router. A parameter next to other text in its segment may be split differently, and a more specific
 * route may match the path. Both are errors.
 */
import { fillPath, isEndGiven, isOptionalEnd, textOf, unreachable } from './fill.ts'
import type { PathParts, Rival, Target } from './target.ts'

/**
 * Fills in the parameters of a path and checks that the router reads them back.
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
      if (isOptionalEnd(part)) {
        if (isEndGiven(part, params)) visit(part)
      } else if (typeof part === 'object') {
        const texts = part.parts.map((one, at) => (at % 2 === 0 ? one : textOf(params, one)))
        const text = texts.join('')
        given.push(...texts.filter((_, at) => at % 2 === 1))
        // A server may ignore doubled and trailing slashes, and would then drop an empty segment. So empty segments are refused even if the pattern
        // allows them.
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

function isOf({ pattern, segments }: Rival, path: string): boolean {
  const found = RegExp(pattern).exec(path)
  return found !== null && segments.every((one, at) => RegExp(one).test(decodeURIComponent(found[at + 1] ?? '')))
}
