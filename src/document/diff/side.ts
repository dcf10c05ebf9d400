/** One of the two documents, as comparisons ask it. */
import type { JsonObject } from '../json.ts'
import { createResolve, type Resolve } from '../reference.ts'
import type { Direction } from './finding.ts'
import { createFlatten, type Flatten } from './flatten.ts'
import { Pairs, type Spot } from './spot.ts'

export interface Side {
  readonly document: JsonObject
  readonly resolve: Resolve
  readonly flatten: Flatten
}

export interface Sides {
  readonly before: Side
  readonly after: Side
}

export function createSide(document: JsonObject): Side {
  const resolve = createResolve(document)
  return { document, resolve, flatten: createFlatten(resolve) }
}

export function createSpot({ before, after }: Sides, direction: Direction, holder: string, isText = false): Spot {
  return { direction, holder, path: '', isText, before: before.flatten, after: after.flatten, seen: new Pairs() }
}
