/**
 * Limits the work of a validation by a recursive schema. If two branches of a union both recurse, they double the work at every level of the data.
 * Then 400 bytes take a second, and 420 bytes take minutes.
 *
 * Each call of a recursive part of the schema costs as much as the data that it may read. The limit grows with the data. Ordinary schemas stay far
 * below the limit, because they call each part once or twice for each piece of data.
 */
import { getOrCreate } from '../base/get-or-create.ts'

/** All calls of a validation share this object. Ajv creates it as its `dynamicAnchors`. */
export interface Work {
  calls?: number
  /** The number of the call whose cost is measured next. */
  weighed?: number
  spent?: number
  limit?: number
  sizes?: Map<object, number>
  /** For each reference, whether data matched its target. The map is cleared when data is changed. */
  verdicts?: Map<string, Map<unknown, boolean>> | undefined
}

export interface Allowance {
  /** How many levels of the data one part of the schema may read. */
  readonly levels: number
  /** How often each piece of the data may be read. */
  readonly reads: number
}

/** Allowed for data of any size: about 30 ms. A unit is an item, a property, or 16 characters. */
const leastLimit = 100_000
const charactersOfUnit = 16
const leastReads = 64
/** Measuring every call would cost more than the calls. The measured calls are random, so that clients cannot predict them. */
const callsPerWeighing = 32

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
  return { levels, reads: Math.max(leastReads, 2 * levels * (references + 1)) }
}

/** @throws RangeError when the validation of `root`, which contains `data`, has cost too much */
export function countCall(work: Work, root: unknown, data: unknown, levels: number, reads: number): void {
  work.calls = (work.calls ?? 0) + 1
  work.weighed ??= callsPerWeighing
  if (work.calls < work.weighed || typeof data !== 'object' || data === null) return
  work.weighed = work.calls + 1 + Math.floor(2 * callsPerWeighing * Math.random())
  work.sizes ??= new Map()
  const size = getOrCreate(work.sizes, data, () => sizeOf(data, levels))
  countWork(work, root, callsPerWeighing * size, reads)
}

/** @throws RangeError when the validation of `root` has cost too much */
export function countWork(work: Work, root: unknown, units: number, reads: number): void {
  work.spent = (work.spent ?? 0) + units
  if (work.spent <= (work.limit ?? leastLimit)) return
  work.limit ??= Math.max(leastLimit, reads * sizeOf(root, Number.POSITIVE_INFINITY))
  if (work.spent > work.limit) throw new RangeError('The validation costs more than data of this size may')
}

export function recallVerdict(work: Work, reference: string, data: unknown): boolean | undefined {
  return work.verdicts?.get(reference)?.get(data)
}

export function noteVerdict(work: Work, reference: string, data: unknown, verdict: boolean): void {
  if (typeof data !== 'object' || data === null) return
  work.verdicts ??= new Map()
  getOrCreate(work.verdicts, reference, () => new Map<unknown, boolean>()).set(data, verdict)
}

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
