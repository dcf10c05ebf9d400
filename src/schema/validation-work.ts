/**
 * Limits the work of validating data by a recursive schema. If two schemas of an `anyOf` both recurse, the work doubles at every level of the data.
 * Then 400 bytes take a second, and 420 bytes take minutes.
 *
 * Each call of a recursive subschema costs as much as the data that it may read. The limit grows with the size of the data. Ordinary schemas stay far
 * below, because they read each part of the data once or twice.
 */
import { getOrCreate } from '../base/get-or-create.ts'

/** One object for all calls of a validation. Ajv passes it as its `dynamicAnchors`. */
export interface Work {
  calls?: number
  /** The number of the next call whose cost is measured. */
  weighed?: number
  spent?: number
  limit?: number
  sizes?: Map<object, number>
  /** Whether data matched the target of a reference, for each reference. Cleared when data is changed. */
  verdicts?: Map<string, Map<unknown, boolean>> | undefined
}

export interface Allowance {
  /** How many levels of the data one subschema may read. */
  readonly levels: number
  /** How often the whole data may be read. */
  readonly reads: number
}

/** The limit for small data, about 30 ms. A unit is an item, a property, or 16 characters. */
const leastLimit = 100_000
const charactersOfUnit = 16
const leastReads = 64
/** One of this many calls is measured, because measuring each would cost more than the calls. It is random, so that clients cannot predict it. */
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
