/**
 * Fills paths that the router could read differently: parameters share a segment or have patterns, or other endpoints are more specific. The result is
 * parsed as the router would parse it, and compared.
 */
import { fillPath, isGiven, isList, textOf, unreachable } from './fill.ts'
import type { PathParts, Rival, Target } from './target.ts'

/**
 * Fills a path as `fillPath` does.
 *
 * @throws TypeError also when the router would read other values from the path, or choose another endpoint
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
        // A parameter that is a whole segment is not empty.
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

/** Whether the router would match a path with another, preferred endpoint. */
function isOf({ pattern, segments }: Rival, path: string): boolean {
  const found = RegExp(pattern).exec(path)
  return found !== null && segments.every((one, at) => RegExp(one).test(decodeURIComponent(found[at + 1] ?? '')))
}
