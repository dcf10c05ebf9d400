/** The parameters of a path, read as the router reads them: their names, and their places filled. Twin: types/path.ts. */

/** What stands in the place of a parameter; `*` is the name of the rest. */
type Fill = (name: string) => string

/** Lists the parameters that the router finds by a path; one of an optional end is among them. */
export function namesIn(path: string): Set<string> {
  const names = new Set<string>()
  write(path, (name) => {
    names.add(name)
    return ''
  })
  return names
}

/** Returns a path with the parameters in their places, percent-encoded; its optional end is left out where no parameter of it is given. */
export function fillPath(path: string, params: Record<string, unknown>): string {
  return write(path, (name) =>
    name === '*' ? String(params[name] ?? '') : encodeURIComponent(String(params[name] ?? ''))
  )
}

function write(path: string, fill: Fill): string {
  const [, before = path, end = '', slash = ''] = /^(.*)(\/:[^/()]*)\?(\/?)$/.exec(path) ?? []
  const start = writeFully(before, fill)
  const written = writeFully(end, fill)
  return `${start}${written === writeFully(end, () => '') ? '' : written}${slash}`
}

function writeFully(path: string, fill: Fill): string {
  let url = ''
  for (let at = 0; at < path.length; ) {
    const [token = '', name] = /^(?:::|:([^(\-./]*)|[^:*]+|\*)/.exec(path.slice(at)) ?? []
    at += token.length
    if (name !== undefined) {
      url += fill(name)
      if (path[at] === '(') at = endOfPattern(path, at)
    } else if (token === '*' && at === path.length) url += fill(token)
    else url += token === '::' ? ':' : token
  }
  return url
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
