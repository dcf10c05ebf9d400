/** The parameters of a path, read as the router reads them: their names, and what stands between them. Twin: types/path.ts. */
import type { PathParts } from './fill.ts'

/** Lists the parameters that the router finds by a path; one of an optional end is among them. */
export function namesIn(path: string): Set<string> {
  return new Set(takeApart(path).flatMap(namesAmong))
}

function namesAmong(part: string | PathParts, at: number): string[] {
  if (typeof part !== 'string') return part.flatMap(namesAmong)
  return at % 2 === 0 ? [] : [part]
}

/** Takes a path apart, so that its parameters can be put in their places without reading it again. */
export function takeApart(path: string): PathParts {
  const [, before = path, end, slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  return end === undefined ? partsOf(before) : [...partsOf(before), partsOf(end), slash]
}

function partsOf(path: string): string[] {
  const parts = ['']
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|[^:*]+|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      parts.push(name, '')
      if (path[at] === '(') at = endOfPattern(path, at)
    } else if (token === '*' && at === path.length) parts.push(token, '')
    else parts[parts.length - 1] += token === '::' ? ':' : token
  }
  return parts
}

function endOfPattern(path: string, start: number): number {
  let open = 0
  for (let at = start; at < path.length; at++) {
    if (path[at] === '\\') at++
    else if (path[at] === '(') open++
    else if (path[at] === ')' && --open === 0) return at + 1
  }
  return path.length
}
