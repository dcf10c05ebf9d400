/** Collects the endpoints of a client. They may be in groups, and a module that is passed as a whole may export other things as well. */
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
  // The set grows while it is iterated.
  for (const group of seen)
    for (const member of Object.values(group)) {
      const target = targetOf(member)
      if (target) found.push(target)
      else if (isGroup(member)) seen.add(member)
    }
  return found
}

/** Whether an object is searched as a group. Schemas and documents also contain plain JSON values; they are searched only if they contain endpoints. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.values(value)
  const isOfObjects = members.every((member) => typeof member === 'object' && member !== null)
  return isOfObjects || Symbol.toStringTag in value || members.some((member) => targetKey in Object(member))
}
