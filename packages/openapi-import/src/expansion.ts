/**
 * Limits the size of the generated module. References to `components/schemas` are kept, and other references are replaced by copies of their targets.
 * Seven levels with ten references each would become ten million copies, and a circle would be infinite.
 */
import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import type { JsonObject } from './json.ts'
import { type JsonPath, type Kind, visitParts } from './part.ts'
import { deepest } from './plain-json.ts'
import { componentNamed, targetOf } from './reference.ts'
import { schemasOf } from './schema-name.ts'

/** How many values copies may add. The GitHub API document of 13 MB has 200,000 values, including copies. */
const mayAdd = 1_000_000

interface Measure {
  readonly size: number
  readonly depth: number
}

export function checkExpansion(document: JsonObject, file: string): void {
  const expansion = new Expansion(document, file)
  expansion.add({ paths: document.paths }, 'document', file)
  for (const name of expansion.named)
    expansion.add(expansion.schemas[name], 'schema', `${file} has the schema '${name}', which`)
}

class Expansion {
  readonly schemas: JsonObject
  readonly named = new Set<string>()
  readonly #document: JsonObject
  readonly #file: string
  readonly #most: number
  readonly #known = new Map<unknown, Measure>()
  readonly #open = new Set<unknown>()
  #total = 0

  constructor(document: JsonObject, file: string) {
    this.schemas = schemasOf(document)
    this.#document = document
    this.#file = file
    this.#most = mayAdd + measureTree(document).size
  }

  add(value: unknown, kind: Kind, where: string): void {
    const { depth, size } = this.#measure(value, kind)
    this.#total += size
    this.#check({ depth, size: this.#total }, where)
  }

  #measure(value: unknown, kind: Kind): Measure {
    let { size, depth } = measureTree(value)
    for (const { part, kind: inner, path } of referencesIn(value, kind)) {
      const found = this.#follow(part, inner)
      size += found.size
      depth = Math.max(depth, path.length + 1 + found.depth)
    }
    return { size, depth }
  }

  #follow(part: JsonObject, kind: Kind): Measure {
    const name = kind === 'schema' ? componentNamed(part, 'schemas') : undefined
    if (name !== undefined && Object.hasOwn(this.schemas, name)) {
      this.named.add(name)
      return { size: 0, depth: 0 }
    }
    const pointer = String(part.$ref)
    const target = targetOf(this.#document, pointer)
    return this.#known.get(target) ?? this.#measureOnce(target, kind, `${this.#file} refers to '${pointer}', which`)
  }

  #measureOnce(target: unknown, kind: Kind, where: string): Measure {
    if (this.#open.has(target))
      throw new ArgumentError(`${where} leads back to itself. Only a schema of its own name in components may do that.`)
    // This check is before the recursive call, because a deep chain of references would overflow the stack.
    this.#check({ size: 0, depth: this.#open.size }, where)
    this.#open.add(target)
    const made = this.#measure(target, kind)
    this.#open.delete(target)
    this.#check(made, where)
    this.#known.set(target, made)
    return made
  }

  #check({ size, depth }: Measure, where: string): void {
    if (size > this.#most)
      throw new ArgumentError(
        `${where} becomes more than ${this.#most} values once its references are written out. Refer to schemas by their names in components.`
      )
    if (depth > deepest)
      throw new ArgumentError(`${where} has more than ${deepest} levels once its references are written out.`)
  }
}

function measureTree(value: unknown): Measure {
  if (typeof value !== 'object' || value === null) return { size: 1, depth: 0 }
  let [size, depth] = [1, 0]
  for (const inner of Object.values(value)) {
    const found = measureTree(inner)
    size += found.size
    depth = Math.max(depth, found.depth + 1)
  }
  return { size, depth }
}

/** Returns the references that are replaced by copies. For path items, these are only references directly under `paths`, and not in callbacks. */
function referencesIn(value: unknown, kind: Kind) {
  const found: { readonly part: JsonObject; readonly kind: Kind; readonly path: JsonPath }[] = []
  visitParts(isPlainObject(value) ? value : {}, kind, (part, inner, path) => {
    const isWritten = inner !== 'pathItem' || (kind === 'document' && path.length === 2)
    if (typeof part.$ref === 'string' && isWritten) found.push({ part, kind: inner, path })
  })
  return found
}
