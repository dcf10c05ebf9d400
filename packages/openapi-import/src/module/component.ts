/** Lists the component schemas that operations use. A schema comes before the schemas that refer to it, unless both refer to each other. */
import { isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from '../json.ts'
import { visitParts } from '../part.ts'
import { componentNamed, createResolve, type Resolve } from '../reference.ts'
import { schemasOf } from '../schema-name.ts'

export interface Component {
  readonly name: string
  readonly schema: unknown
  readonly isRecursive: boolean
}

export function componentsOf(document: JsonObject, roots: readonly unknown[]): Component[] {
  const schemas = schemasOf(document)
  const resolve = createResolve(document)
  const found: Component[] = []
  const state = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []

  // Tarjan's algorithm for strongly connected components. Schemas that refer to each other come after all other schemas to which they refer.
  function enter(name: string): number {
    const own = { index: state.size, low: state.size, isOpen: true }
    state.set(name, own)
    open.push(name)
    const names = namesIn(schemas[name], schemas, resolve)
    for (const other of names) {
      const known = state.get(other)
      if (known === undefined) own.low = Math.min(own.low, enter(other))
      else if (known.isOpen) own.low = Math.min(own.low, known.index)
    }
    if (own.low === own.index) close(name, names.includes(name))
    return own.low
  }

  function close(name: string, isOwn: boolean): void {
    const circle = open.splice(open.indexOf(name))
    for (const each of circle.reverse()) {
      const known = state.get(each)
      if (known !== undefined) known.isOpen = false
      found.push({ name: each, schema: schemas[each], isRecursive: isOwn || circle.length > 1 })
    }
  }

  for (const name of roots.flatMap((root) => namesIn(root, schemas, resolve))) if (!state.has(name)) enter(name)
  return found
}

function namesIn(schema: unknown, schemas: JsonObject, resolve: Resolve): string[] {
  const names = new Set<string>()
  const reached = new Set([schema])
  for (const each of reached)
    visitParts(isPlainObject(each) ? each : {}, 'schema', (part) => {
      const name = componentNamed(part, 'schemas')
      if (name !== undefined && Object.hasOwn(schemas, name)) names.add(name)
      else if (typeof part.$ref === 'string') reached.add(resolve({ $ref: part.$ref }))
    })
  return [...names]
}
