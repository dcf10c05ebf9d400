/** What a request must bring to be let in. */
import { isPlainObject } from '../../base/plain-object.ts'
import { type JsonObject, listIn } from '../json.ts'
import type { Operation } from '../operation.ts'
import { breaks, type Finding } from './finding.ts'
import type { Side, Sides } from './side.ts'

/** Each way in that was open must be open still, with no more than it took. */
export function compareSecurity(before: Operation, after: Operation, sides: Sides): Finding[] {
  const was = waysIn(before, sides.before)
  const is = waysIn(after, sides.after)
  const closed = was.filter((way) => !is.some((each) => isEnough(way, each)))
  if (closed.length === 0) return []
  const now = is.map(nameOf).join(' or ')
  return [breaks(`It takes ${now} now, and took ${closed.map(nameOf).join(' or ')}.`)]
}

/** Without a requirement there is one way in, which takes nothing. */
function waysIn({ said }: Operation, { document }: Side): readonly JsonObject[] {
  const ways = listIn(said.security ?? document.security).filter(isPlainObject)
  return ways.length === 0 ? [{}] : ways
}

/** Whether a request with what the old way took passes by a new one. */
function isEnough(old: JsonObject, now: JsonObject): boolean {
  return Object.entries(now).every(
    ([scheme, scopes]) => scheme in old && listIn(scopes).every((scope) => listIn(old[scheme]).includes(scope))
  )
}

function nameOf(way: JsonObject): string {
  const schemes = Object.entries(way).map(([name, scopes]) => {
    const wanted = listIn(scopes)
    return wanted.length === 0 ? `'${name}'` : `'${name}' with ${wanted.join(', ')}`
  })
  return schemes.length === 0 ? 'no credentials' : schemes.join(' and ')
}
