import { isPlainObject } from '../../base/plain-object.ts'
import { nameInPointer, pointedAt } from '../../base/pointer.ts'
import { idOf } from '../../schema/reference.ts'
import { withSubschemas } from '../../schema/subschema.ts'
import type { Scope } from './scope.ts'

export interface Target {
  readonly schema: unknown
  readonly document: unknown
  readonly name: string
}

const ofRecursion = /^T\d+$/

/** Zod and Valibot number schemas without an id, such as `__schema0`. These are replaced by the name of the operation. */
const counted = /^(?:__schema)?\d+$/

export function nameOfId(id: unknown): string | undefined {
  if (typeof id !== 'string' || ofRecursion.test(id)) return undefined
  const path = id.replace(/#.*$/, '')
  const last = path.includes('/') ? (path.split('/').filter(Boolean).at(-1) ?? '') : path
  return toName(path.includes('://') ? last.replace(/\.json$/, '') : last) || undefined
}

/** Replaces characters that OpenAPI does not allow in component names: all except letters, digits and `_.-`. */
export const toName = (text: string) => text.replace(/[^\w.-]+/g, '_').replace(/^_+|_+$/g, '')

const idIn = (schema: unknown) => (isPlainObject(schema) && typeof schema.$id === 'string' ? schema.$id : undefined)

export function resolve(reference: string, scope: Scope): Target | undefined {
  const id = idOf(reference)
  const document = id === '' ? scope.document : documentOf(id, scope)
  if (document === undefined) return undefined
  const own = nameOfId(idIn(document))
  const fragment = reference.slice(id.length + 1)
  if (fragment === '') return { schema: document, document, name: own ?? scope.operationId }
  const found = fragment.startsWith('/') ? pointedAt(document, fragment) : anchored(document, fragment)
  if (found === undefined) return undefined
  const text = nameInPointer(fragment.split('/').at(-1) ?? '')
  const last = toName(text) || 'part'
  const isDefinition = !fragment.startsWith('/') || /^\/(?:definitions|\$defs)\/[^/]+$/.test(fragment)
  if (isDefinition && counted.test(text)) return { schema: found, document, name: scope.operationId }
  return { schema: found, document, name: isDefinition || own === undefined ? last : `${own}-${last}` }
}

function documentOf(id: string, { document, context: { shared } }: Scope): unknown {
  const own = idIn(document)
  const ids = own?.includes('://') === true && URL.canParse(id, own) ? [id, new URL(id, own).href] : [id]
  for (const each of ids) {
    if (own !== undefined && (own === each || own === `${each}#`)) return document
    const known = [each, `${each}#`].find((name) => Object.hasOwn(shared, name))
    if (known !== undefined) return shared[known]
  }
  for (const schema of [document, ...Object.values(shared)])
    for (const [, part] of withSubschemas(schema)) if (ids.some((each) => idIn(part) === each)) return part
  return undefined
}

function anchored(document: unknown, anchor: string): unknown {
  for (const [, part] of withSubschemas(document))
    if (isPlainObject(part) && (part.$anchor === anchor || part.$id === `#${anchor}`)) return part
  return undefined
}
