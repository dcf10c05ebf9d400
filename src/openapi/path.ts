/** Paths of routes as path templates of OpenAPI: an optional end makes two, a pattern belongs to its parameter's schema. */

export interface PathParameter {
  /** What the router calls it; `*` is the rest of a path. */
  readonly name: string
  /** What the template calls it. */
  readonly label: string
  /** What the whole value matches. */
  readonly pattern?: string
}

export interface PathTemplate {
  readonly parts: readonly (string | PathParameter)[]
}

const parametersIn = ({ parts }: PathTemplate) => parts.filter((part) => typeof part !== 'string')

export { parametersIn as parametersOf }

/** Writes a template; `labels` stand in the place of its own, in their order. */
export function writeTemplate({ parts }: PathTemplate, labels?: readonly string[]): string {
  let at = 0
  return parts
    .map((part) => (typeof part === 'string' ? encodeLiteral(part) : `{${labels?.[at++] ?? part.label}}`))
    .join('')
}

/** Reads a path as the router does: one template, or two where its end may be left out, the longer first. */
export function templatesOf(path: string): PathTemplate[] {
  const [, before, end = '', slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  if (before === undefined) return [{ parts: partsOf(path) }]
  return [{ parts: partsOf(before + end + slash) }, { parts: partsOf(before + slash || '/') }]
}

function partsOf(given: string): PathTemplate['parts'] {
  const path = given.startsWith('/') ? given : `/${given}`
  const parts: (string | PathParameter)[] = []
  const labelFor = (name: string) => uniqueLabel(name, parts)
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|[^:*]+|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      const end = path[at] === '(' ? endOfPattern(path, at) : at
      const pattern = end > at ? { pattern: wholePattern(path.slice(at + 1, end - 1)) } : {}
      parts.push({ name, label: labelFor(name), ...pattern })
      at = end
    } else if (token === '*' && at === path.length) parts.push({ name: '*', label: labelFor('wildcard') })
    else parts.push(token === '::' ? ':' : token)
  }
  return parts
}

function uniqueLabel(name: string, parts: PathTemplate['parts']): string {
  const taken = parts.flatMap((part) => (typeof part === 'string' ? [] : [part.label]))
  let label = name
  for (let next = 2; taken.includes(label); next++) label = `${name}${next}`
  return label
}

/** A router asks the whole value, with or without anchors. */
function wholePattern(pattern: string): string {
  return /^\^[^|]*\$$/.test(pattern) ? pattern : `^(?:${pattern.replace(/^\^/, '').replace(/\$$/, '')})$`
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

const encodeLiteral = (text: string) => encodeURI(text).replaceAll('?', '%3F').replaceAll('#', '%23')
