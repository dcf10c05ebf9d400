/** Finds the member of a union that a value matches. */
import type { Documents, SchemaObject, SchemaPart } from './documents.ts'
import { isRecord } from './json-value.ts'
import { type Fit, type Look, strictly } from './look.ts'

/** The index of the first member that accepts a value without changes. */
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

/** Finds the member of a union that loses the fewest members of a value, the first of equals; `undefined` if none matches. */
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

/** Returns the only member of a union that may accept a value without changes, if that is known. */
type Hint = (value: unknown) => number | undefined

/** Returns a hint for unions whose members require different constants under one name, such as those discriminated by a literal. */
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

/** The constant that a schema requires under a name. */
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
 * Finds the member of a union by which a value is serialized. It is the first that accepts the value without changes, or else the one that keeps most
 * members.
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
