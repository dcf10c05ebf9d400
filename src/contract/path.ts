/** Parses route paths as the router (find-my-way) does. Types: types/path.ts. */
import { namesAmong } from './fill.ts'
import { type Parameter, segmentOf } from './segment.ts'
import type { PathParts } from './target.ts'

export function namesIn(path: string): Set<string> {
  return new Set(namesAmong(takeApart(path)))
}

export function takeApart(path: string): PathParts {
  const { before, end, slash } = splitEnd(path)
  return end === '' ? partsOf(before) : [...partsOf(before), partsOf(end), slash]
}

/** Splits off an optional last parameter: `'/a/:b?'` → `{ before: '/a', end: '/:b', slash: '' }`. `end` is empty if no parameter is optional. */
export function splitEnd(path: string): { before: string; end: string; slash: string } {
  const [, before = path, end = '', slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  return { before, end, slash }
}

/** Example: `'/a/:id'` → `['/a', '/', { name: 'id' }]`. */
export function tokensOf(path: string): (string | Parameter)[] {
  const tokens: (string | Parameter)[] = []
  let isInSegment = false
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|\/?[^:*/]+|\/|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      const end = path[at] === '(' ? endOfPattern(path, at) : at
      tokens.push(end > at ? { name, pattern: path.slice(at + 1, end - 1) } : { name })
      at = end
      isInSegment = true
    } else if (token === '*' && at === path.length && !isInSegment) tokens.push({ name: token })
    else {
      tokens.push(token === '::' ? ':' : token)
      isInSegment &&= token[0] !== '/'
    }
  }
  return tokens
}

function partsOf(path: string): PathParts {
  const parts: PathParts[number][] = []
  let text = ''
  let segment: (string | Parameter)[] = []
  const close = () => {
    if (segment.length === 0) return
    parts.push(text, segmentOf(segment))
    text = ''
    segment = []
  }
  for (const token of tokensOf(path)) {
    if (typeof token === 'string' && token[0] === '/') close()
    if (typeof token === 'string' && segment.length === 0) text += token
    else segment.push(token)
  }
  close()
  return [...parts, text]
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
