/** Collects the endpoints of a client. Endpoints may be in groups. A module that is passed as a whole may also export other values. */
import { type Target, targetKey } from './target.ts'
import { targetOf } from './target-of.ts'

const known = new WeakMap<object, readonly Target[]>()

/** Lists the targets in a group and its nested groups. Each object is visited once, so a group may contain itself. */
export function targetsIn(root: object): readonly Target[] {
  const found = known.get(root) ?? find(root)
  known.set(root, found)
  return found
}

function find(root: object): Target[] {
  const found: Target[] = []
  const seen = new Set([root])
  // The set grows during the loop, so groups inside groups are searched, too.
  for (const group of seen)
    for (const member of Object.values(group)) {
      const target = targetOf(member)
      if (target) found.push(target)
      else if (isGroup(member)) seen.add(member)
    }
  return found
}

/**
 * Whether an object is searched for endpoints: a module, an object that contains only objects, or one with an endpoint. Other exports, such as
 * schemas, are skipped.
 */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.values(value)
  const isOfObjects = members.every((member) => typeof member === 'object' && member !== null)
  return isOfObjects || Symbol.toStringTag in value || members.some((member) => targetKey in Object(member))
}
