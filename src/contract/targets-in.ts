/** The endpoints of a client: they stand in groups, and a module that is given whole may export other things beside them. */
import { type Target, targetKey } from './target.ts'
import { targetOf } from './target-of.ts'

const known = new WeakMap<object, readonly Target[]>()

/** Lists the targets in a group and in the groups below it. Each object is visited once, so a group may be in itself. */
export function targetsIn(root: object): readonly Target[] {
  const found = known.get(root) ?? find(root)
  known.set(root, found)
  return found
}

function find(root: object): Target[] {
  const found: Target[] = []
  const seen = new Set([root])
  // Members are added while the list is visited.
  for (const group of seen)
    for (const member of Object.values(group)) {
      const target = targetOf(member)
      if (target) found.push(target)
      else if (isGroup(member)) seen.add(member)
    }
  return found
}

/** Schemas and documents have values of JSON beside their objects, and groups have not, unless they have endpoints as well. */
function isGroup(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const members = Object.values(value)
  const isOfObjects = members.every((member) => typeof member === 'object' && member !== null)
  return isOfObjects || Symbol.toStringTag in value || members.some((member) => targetKey in Object(member))
}
