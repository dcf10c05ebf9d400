/**
 * Limits the work of one validation by a recursive schema. If two branches of a union both recurse, they double the work at every level of the data.
 * Then 400 bytes take a second, and 420 bytes take minutes.
 *
 * Each call of a recursive part of the schema costs as much as the data that it may read. The limit grows with the data. The limit is far above the
 * needs of ordinary schemas, which call each part once or twice for each piece of data.
 */
import { getOrCreate } from '../base/get-or-create.ts'

/** The cost of a validation so far. All calls of a validation share this object: Ajv creates it at the start, as its `dynamicAnchors`. */
export interface Work {
  calls?: number
  /** The index of the call whose cost is measured next. */
  weighed?: number
  spent?: number
  limit?: number
  sizes?: Map<object, number>
  /** For each reference, whether data matched its target. The map is cleared when data is changed. */
  verdicts?: Map<string, Map<unknown, boolean>> | undefined
}

/** The greatest allowed cost of one validation by a schema. */
export interface Allowance {
  /** How many levels of the data a part of the schema may read before it calls the next part. */
  readonly levels: number
  /** How often each piece of the data may be read. */
  readonly looks: number
}

/** The units of work that are allowed for data of any size, about 30 ms. A unit is an item, a property, or 16 characters. */
const granted = 100_000
const charactersOfUnit = 16
const leastLooks = 64
/**
 * Measuring every call would cost more than the calls. So only about one in this many calls is measured, at random, so that clients cannot predict
 * which.
 */
const callsPerWeighing = 32

/** Computes the allowed cost of a schema from its text and those of the shared schemas that it can refer to. */
export function allowanceOf(schemas: readonly unknown[]): Allowance {
  let references = 0
  let levels = 0
  const pending = schemas.map((schema) => ({ value: schema, depth: 1 }))
  const seen = new Set<unknown>()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, depth } = next
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    levels = Math.max(levels, depth)
    if ('$ref' in value) references++
    for (const member of Object.values(value)) pending.push({ value: member, depth: depth + 1 })
  }
  return { levels, looks: Math.max(leastLooks, 2 * levels * (references + 1)) }
}

/** Counts a call for `data`, a part of `root`. @throws RangeError when the validation of `root` has cost too much */
export function countCall(work: Work, root: unknown, data: unknown, levels: number, looks: number): void {
  work.calls = (work.calls ?? 0) + 1
  work.weighed ??= callsPerWeighing
  if (work.calls < work.weighed || typeof data !== 'object' || data === null) return
  work.weighed = work.calls + 1 + Math.floor(2 * callsPerWeighing * Math.random())
  work.sizes ??= new Map()
  const size = getOrCreate(work.sizes, data, () => sizeOf(data, levels))
  countWork(work, root, callsPerWeighing * size, looks)
}

/** @throws RangeError when the validation of `root` has cost too much */
export function countWork(work: Work, root: unknown, units: number, looks: number): void {
  work.spent = (work.spent ?? 0) + units
  if (work.spent <= (work.limit ?? granted)) return
  work.limit ??= Math.max(granted, looks * sizeOf(root, Number.POSITIVE_INFINITY))
  if (work.spent > work.limit) throw new RangeError('The validation costs more than data of this size may')
}

/** Returns whether an object or a list matched the target of a reference before; `undefined` if that is not known. */
export function recallVerdict(work: Work, reference: string, data: unknown): boolean | undefined {
  return work.verdicts?.get(reference)?.get(data)
}

export function noteVerdict(work: Work, reference: string, data: unknown, verdict: boolean): void {
  if (typeof data !== 'object' || data === null) return
  work.verdicts ??= new Map()
  getOrCreate(work.verdicts, reference, () => new Map<unknown, boolean>()).set(data, verdict)
}

/** Counts the items, properties and text of data, down to a level. */
function sizeOf(data: unknown, levels: number): number {
  let size = 0
  const pending = [data]
  const depths = [1]
  while (pending.length > 0) {
    const value = pending.pop()
    const depth = depths.pop() as number
    size++
    if (typeof value === 'string') size += value.length / charactersOfUnit
    if (typeof value !== 'object' || value === null || depth > levels) continue
    for (const member of Array.isArray(value) ? value : Object.values(value)) {
      pending.push(member)
      depths.push(depth + 1)
    }
  }
  return size
}
