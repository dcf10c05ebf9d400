/**
 * Chooses the matching schema of `anyOf` or `oneOf` if the validator must change the value. Validators coerce values, apply defaults and remove
 * properties in place. If a schema does not match, its changes are undone before the next schema is tried.
 */
import { isPlainObject } from '../base/plain-object.ts'
import { cannotBe, hasConstant, nameOf, nearness, type Summary } from './union-summary.ts'

/** Functions that read and write the value. Generated code may have the value in a variable, in a property, or in both. */
export interface ValueSlot {
  readonly read: () => unknown
  readonly write: (value: unknown) => void
}

type Findings = readonly object[] | null | undefined

export interface NoMember {
  readonly findings: readonly object[]
  /** Ends the message "must match a schema", as in `; nearest is number 2 (Circle)`. Empty if several schemas are equally near. */
  readonly hint: string
  readonly passing: readonly number[] | null
}

/** Decides which schema is tried next. Generated code calls the validators itself, which needs fewer stack frames for deep data. */
class MemberTrials {
  /** The index of the next schema to try, or -1. */
  next: number
  none: NoMember | undefined
  readonly #slot: ValueSlot
  readonly #summaries: readonly Summary[]
  readonly #isExact: boolean
  readonly #given: unknown
  readonly #trial: Trial | undefined
  readonly #failed: Failed[] = []
  #pending: readonly number[]
  #at = 0
  #won: { readonly index: number; readonly value: unknown } | undefined
  #isOver = false

  constructor(slot: ValueSlot, summaries: readonly Summary[], chosen: number, isExact: boolean) {
    this.#slot = slot
    this.#summaries = summaries
    this.#isExact = isExact
    this.#given = slot.read()
    this.#pending = chosen >= 0 ? [chosen] : candidatesFor(this.#given, summaries)
    this.next = this.#pending[0] as number
    const only = this.#pending.length === 1 ? (summaries[this.next] as Summary) : undefined
    if (only === undefined || (chosen < 0 && summaries.length > 1 && !hasConstant(only, this.#given)))
      this.#trial = new Trial(slot)
  }

  note(isTaken: boolean, findings: Findings): void {
    const isLast = ++this.#at === this.#pending.length
    if (!isTaken) this.#failed.push({ index: this.next, findings: findings ?? [] })
    else if (!this.#isExact || (isLast && this.#won === undefined)) return this.#end()
    else if (this.#won === undefined) this.#won = { index: this.next, value: shallowCopy(this.#slot.read()) }
    else {
      this.#trial?.undo(true)
      return this.#end({ findings: [], hint: '', passing: [this.#won.index, this.next] })
    }
    this.#trial?.undo(isLast && (this.#won !== undefined || this.#isOver))
    this.next = this.#pending[this.#at] ?? -1
    if (isLast) this.#conclude()
  }

  #conclude(): void {
    if (this.#won !== undefined) {
      this.#trial?.put(this.#won.value)
      return this.#end()
    }
    const nearer = this.#isOver || this.#trial === undefined ? [] : this.#nearer()
    if (nearer.length === 0) return this.#end(nearestOf(this.#failed, this.#given, this.#summaries))
    this.#isOver = true
    this.#pending = nearer
    this.#at = 0
    this.next = nearer[0] as number
  }

  /** Lists schemas that cannot match but resemble the value most. Trying them gives error messages that help the client. */
  #nearer(): readonly number[] {
    const ranks = this.#summaries.map((summary) => nearness(summary, this.#given))
    const best = Math.max(...this.#pending.map((index) => ranks[index] as number))
    return ranks.flatMap((rank, index) => (rank > best && !this.#pending.includes(index) ? [index] : []))
  }

  #end(none?: NoMember): void {
    this.next = -1
    this.none = none
  }
}

/** @param chosen the index of a schema that matches without changes, or -1 @param isExact whether exactly one must match, as in `oneOf` */
export const tryMembers = (
  slot: ValueSlot,
  summaries: readonly Summary[],
  chosen: number,
  isExact: boolean
): MemberTrials => new MemberTrials(slot, summaries, chosen, isExact)

export function keepValue(slot: ValueSlot): () => void {
  const trial = new Trial(slot)
  return () => trial.undo(false)
}

const toNoMember = (findings: readonly (readonly object[])[], hint = ''): NoMember => ({
  findings: findings.flat(),
  hint,
  passing: null
})

interface Failed {
  readonly index: number
  readonly findings: readonly object[]
}

function candidatesFor(value: unknown, summaries: readonly Summary[]): number[] {
  const possible: number[] = []
  for (let index = 0; index < summaries.length; index++)
    if (!cannotBe(summaries[index] as Summary, value)) possible.push(index)
  return possible.length === 0 ? [...summaries.keys()] : possible
}

function nearestOf(failed: readonly Failed[], value: unknown, summaries: readonly Summary[]): NoMember {
  const rank = ({ index, findings }: Failed) => nearness(summaries[index] as Summary, value) + depthOf(findings) / 1000
  const ranks = failed.map(rank)
  const highest = Math.max(...ranks)
  const nearest = failed.filter((_, at) => ranks[at] === highest)
  const [first] = nearest
  const isOne = nearest.length === 1 && summaries.length > 1 && first !== undefined
  const hint = isOne ? `; nearest is ${nameOf(summaries[first.index] as Summary, first.index)}` : ''
  return toNoMember(
    nearest.map(({ findings }) => findings),
    hint
  )
}

function depthOf([first]: readonly object[]): number {
  const path = (first as { instancePath?: unknown } | undefined)?.instancePath
  return typeof path === 'string' ? Math.min(path.split('/').length, 900) : 0
}

class Trial {
  readonly #slot: ValueSlot
  readonly #given: unknown
  readonly #kept: unknown

  constructor(slot: ValueSlot) {
    this.#slot = slot
    this.#given = slot.read()
    this.#kept = deepCopy(this.#given)
  }

  /** Restores the value. Most schemas that do not match have changed nothing, so comparing first saves the copy. */
  undo(isLast: boolean): void {
    if (isSame(this.#given, this.#kept)) this.#slot.write(this.#given)
    else this.put(isLast ? this.#kept : deepCopy(this.#kept))
  }

  /** Changes the content of an object in place, because other code may refer to the same object. */
  put(value: unknown): void {
    this.#slot.write(overwrite(this.#given, value) ? this.#given : value)
  }
}

/** Returns `false` if the values are not both arrays or both objects. */
function overwrite(target: unknown, source: unknown): boolean {
  if (Array.isArray(target) && Array.isArray(source)) {
    target.length = 0
    for (const item of source) target.push(item)
    return true
  }
  if (!isPlainObject(target) || !isPlainObject(source)) return false
  const names = Object.keys(source)
  // If a property is missing, all are removed and added again, to keep their order.
  if (names.some((name) => !Object.hasOwn(target, name))) for (const name of Object.keys(target)) delete target[name]
  else for (const name of Object.keys(target)) if (!Object.hasOwn(source, name)) delete target[name]
  for (const name of names) define(target, name, source[name])
  return true
}

function define(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value
  else Object.defineProperty(target, name, { value, configurable: true, enumerable: true, writable: true })
}

function shallowCopy(value: unknown): unknown {
  if (Array.isArray(value)) return [...value]
  if (!isPlainObject(value)) return value
  return Object.getPrototypeOf(value) === null ? Object.assign(Object.create(null), value) : { ...value }
}

/** Also copies circular data. Keeps class instances, such as an uploaded file, without copying them. */
function deepCopy(value: unknown, copies?: Map<object, unknown>): unknown {
  if (!isHolder(value)) return value
  const known = copies?.get(value)
  if (known !== undefined) return known
  const copy = shallowCopy(value) as Record<string, unknown>
  if (copy === value) return value
  let seen = copies?.set(value, copy)
  for (const name of Object.keys(copy)) {
    const member = copy[name]
    if (!isHolder(member)) continue
    seen ??= new Map<object, unknown>([[value, copy]])
    define(copy, name, deepCopy(member, seen))
  }
  return copy
}

/** A limit, because data may be circular. Values below this depth count as different. */
const maxComparedDepth = 8

/** Uses loops for speed, because it runs for each schema of `anyOf` that does not match (docs/decisions/0007-unions.md). */
function isSame(value: unknown, copy: unknown, depth = 0): boolean {
  if (value === copy) return true
  if (!isHolder(value) || !isHolder(copy) || depth > maxComparedDepth) return false
  if (Array.isArray(value) !== Array.isArray(copy)) return false
  const [now, before] = [value as Record<string, unknown>, copy as Record<string, unknown>]
  let count = 0
  for (const name in now) {
    count++
    const member = now[name]
    if (member === undefined || !isSame(member, before[name], depth + 1)) return false
  }
  for (const _name in before) count--
  return count === 0
}

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null
