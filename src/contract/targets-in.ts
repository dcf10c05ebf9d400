/** Collects the endpoints of a client from groups and modules. */
import { type Target, targetKey } from './target.ts'
import { targetOf } from './target-of.ts'

const known = new WeakMap<object, readonly Target[]>()

/** Visits each object once, because a group may contain itself. */
export function targetsIn(root: object): readonly Target[] {
  const found = known.get(root) ?? find(root)
  known.set(root, found)
  return found
}

function find(root: object): Target[] {
  const found: Target[] = []
  const seen = new Set([root])
  for (const group of seen)
    for (const member of Object.values(group)) {
      const target = targetOf(member)
      if (target) found.push(target)
      else if (isGroup(member)) seen.add(member)
    }
  return found
}

/** A group is a module, an object that contains only objects, or an object with an endpoint. Other exports, such as schemas, are skipped. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.values(value)
  const isOfObjects = members.every((member) => typeof member === 'object' && member !== null)
  return isOfObjects || Symbol.toStringTag in value || members.some((member) => targetKey in Object(member))
}
