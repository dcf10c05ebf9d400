import { type Check, type CheckMode, strict } from './check-mode.ts'
import type { Documents, SchemaObject, SchemaPart } from './documents.ts'
import { isRecord } from './json-value.ts'

function findExactMatch(checks: readonly Check[], value: unknown): number | undefined {
  for (let at = 0; at < checks.length; at++) if ((checks[at] as Check)(value, strict)) return at
  return undefined
}

export function matchesAny(checks: readonly Check[]): Check {
  return (value, mode) => {
    if (findExactMatch(checks, value) !== undefined) return true
    if (!mode.isTrimmed) return false
    const omitted = chooseMatch(checks, value, mode)?.omitted
    mode.omitted += omitted ?? 0
    return omitted !== undefined
  }
}

export function matchesOne(checks: readonly Check[]): Check {
  const any = matchesAny(checks)
  return (value, mode) =>
    mode.isTrimmed ? any(value, mode) : checks.filter((check) => check(value, strict)).length === 1
}

/** Finds the matching schema that omits the fewest properties of the value; the first, if several are equal. */
function chooseMatch(
  checks: readonly Check[],
  value: unknown,
  like: CheckMode
): { at: number; omitted: number } | undefined {
  let best: { at: number; omitted: number } | undefined
  for (const [at, check] of checks.entries()) {
    const mode: CheckMode = { ...like, omitted: 0 }
    if (!check(value, mode) || (best !== undefined && mode.omitted >= best.omitted)) continue
    best = { at, omitted: mode.omitted }
    if (mode.omitted === 0) break
  }
  return best
}

/** Returns the index of the only schema that may match; `undefined` if the discriminating property has an unknown value. */
type Discriminator = (value: unknown) => number | undefined

/** Supports `anyOf` if each schema requires a different constant of one property, such as `kind: 'circle'` and `kind: 'square'`. */
export function discriminatorOf(members: readonly SchemaPart[], documents: Documents): Discriminator | undefined {
  const targets = members.map((member) => targetOf(member, documents))
  const [first] = targets
  const name = namesOf(first).find(
    (one) => new Set(targets.map((target) => requiredConstant(target, one))).size === members.length
  )
  if (name === undefined || targets.some((target) => requiredConstant(target, name) === undefined)) return undefined
  const indices = new Map(targets.map((target, at) => [requiredConstant(target, name), at]))
  return (value) => (isRecord(value) ? indices.get(value[name]) : undefined)
}

const namesOf = (schema: SchemaObject | undefined): string[] => Object.keys(schema?.properties ?? {})

function requiredConstant(schema: SchemaObject | undefined, name: string): unknown {
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

/** Returns the first schema that accepts the value unchanged, or else the schema that omits the fewest properties. */
export function chooseMember(
  checks: readonly Check[],
  value: unknown,
  discriminator?: Discriminator
): number | undefined {
  const likely = discriminator?.(value)
  if (likely !== undefined && checks[likely]?.(value, strict)) return likely
  const at = findExactMatch(checks, value)
  if (at !== undefined) return at
  const modes = [false, true].map((isConverted) => ({ isTrimmed: true, isConverted, omitted: 0 }))
  for (const mode of modes) {
    const found = chooseMatch(checks, value, mode)
    if (found !== undefined) return found.at
  }
  return undefined
}
