/** What a client has to know of an endpoint, as JSON. */
import type { PathParts } from './fill.ts'

export interface Target {
  readonly method: string
  readonly path: string
  readonly parts: PathParts
  /** By status, class of statuses, or `default`. Where there are none, every answer is right. */
  readonly answers?: Readonly<Record<string, object>>
}

/** Under this, an endpoint has its target. Known to every copy of the package, because a module of endpoints may have loaded another one. */
export const targetKey = Symbol.for('espalier.target')
