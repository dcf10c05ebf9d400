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
  const { before, end, slash } = splitEnd(path)
  return end === '' ? partsOf(before) : [...partsOf(before), partsOf(end), slash]
}

/** Splits a path at its optional end, which is empty where there is none. */
export function splitEnd(path: string): { before: string; end: string; slash: string } {
  const [, before = path, end = '', slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  return { before, end, slash }
}

/** A parameter; `*` is the name of the rest, and `pattern` is what stands in parentheses behind it. */
interface Parameter {
  readonly name: string
  readonly pattern?: string
}

/** Reads a path without an optional end: its texts, in pieces, and its parameters. */
export function tokensOf(path: string): (string | Parameter)[] {
  const tokens: (string | Parameter)[] = []
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|[^:*]+|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      const end = path[at] === '(' ? endOfPattern(path, at) : at
      tokens.push(end > at ? { name, pattern: path.slice(at + 1, end - 1) } : { name })
      at = end
    } else if (token === '*' && at === path.length) tokens.push({ name: token })
    else tokens.push(token === '::' ? ':' : token)
  }
  return tokens
}

function partsOf(path: string): string[] {
  const parts = ['']
  for (const token of tokensOf(path))
    if (typeof token === 'string') parts[parts.length - 1] += token
    else parts.push(token.name, '')
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
