/** Which member of a union a value fits. */
import type { Documents, SchemaObject, SchemaPart } from './documents.ts'
import { isRecord } from './json-value.ts'
import { type Fit, type Look, strictly } from './look.ts'

/** The first member that takes a value as it is. */
function findFit(fits: readonly Fit[], value: unknown): number | undefined {
  for (let at = 0; at < fits.length; at++) if ((fits[at] as Fit)(value, strictly)) return at
  return undefined
}

export function fitsAny(fits: readonly Fit[]): Fit {
  return (value, look) => {
    if (findFit(fits, value) !== undefined) return true
    if (!look.isTrimmed) return false
    const lost = chooseFit(fits, value, look)?.lost
    look.lost += lost ?? 0
    return lost !== undefined
  }
}

export function fitsOne(fits: readonly Fit[]): Fit {
  const any = fitsAny(fits)
  return (value, look) => (look.isTrimmed ? any(value, look) : fits.filter((fit) => fit(value, strictly)).length === 1)
}

/** Finds the member of a union that a value loses the least by, the first of equals; `undefined` where it fits none. */
function chooseFit(fits: readonly Fit[], value: unknown, how: Look): { at: number; lost: number } | undefined {
  let best: { at: number; lost: number } | undefined
  for (const [at, fit] of fits.entries()) {
    const look: Look = { ...how, lost: 0 }
    if (!fit(value, look) || (best !== undefined && look.lost >= best.lost)) continue
    best = { at, lost: look.lost }
    if (look.lost === 0) break
  }
  return best
}

/** Tells of a value which member of a union alone may take it as it is. */
type Hint = (value: unknown) => number | undefined

/** Returns what tells members apart that ask for different constants under one name, as those of a union discriminated by a literal do. */
export function hintOf(members: readonly SchemaPart[], documents: Documents): Hint | undefined {
  const targets = members.map((member) => targetOf(member, documents))
  const [first] = targets
  const name = namesOf(first).find(
    (one) => new Set(targets.map((target) => constantOf(target, one))).size === members.length
  )
  if (name === undefined || targets.some((target) => constantOf(target, name) === undefined)) return undefined
  const indices = new Map(targets.map((target, at) => [constantOf(target, name), at]))
  return (value) => (isRecord(value) ? indices.get(value[name]) : undefined)
}

const namesOf = (schema: SchemaObject | undefined): string[] => Object.keys(schema?.properties ?? {})

/** The constant that objects have to have under a name. */
function constantOf(schema: SchemaObject | undefined, name: string): unknown {
  const { properties = {}, required = [] } = schema ?? {}
  const part = Object.hasOwn(properties as object, name) ? (properties as Record<string, unknown>)[name] : undefined
  const constant = isRecord(part) && (required as string[]).includes(name) ? part.const : undefined
  return typeof constant === 'object' ? undefined : constant
}

function targetOf(member: SchemaPart, documents: Documents): SchemaObject | undefined {
  if (typeof member === 'boolean') return undefined
  if (typeof member.$ref !== 'string') return member
  const target = documents.follow(member)
  return typeof target === 'boolean' || typeof target.$ref === 'string' ? undefined : target
}

/**
 * Finds the member of a union by which an answer is written. It is the first that takes the value as it is, or else the one that keeps the most of
 * it.
 *
 * @param hint the member to test first
 */
export function chooseMember(fits: readonly Fit[], value: unknown, hint?: Hint): number | undefined {
  const likely = hint?.(value)
  if (likely !== undefined && fits[likely]?.(value, strictly)) return likely
  const at = findFit(fits, value)
  if (at !== undefined) return at
  const looks = [false, true].map((isConverted) => ({ isTrimmed: true, isConverted, lost: 0 }))
  for (const look of looks) {
    const found = chooseFit(fits, value, look)
    if (found !== undefined) return found.at
  }
  return undefined
}
