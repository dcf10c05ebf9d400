/**
 * Finds contradictions in a patched document. Each has a name:
 * - `$ref #/…`: a reference without a target
 * - `operationId …`: two operations with the same operationId
 * - `security …`: a security requirement without a security scheme
 * - `component /…`: an added schema that accepts every value. The patch was probably meant for a schema that no longer exists
 */
import { isPlainObject } from '@espalier/command-kit'
import type { OpenApiDocument } from 'espalier/openapi'
import type { JsonObject } from '../json.ts'
import { isReference } from '../json-merge-patch.ts'
import { pointed } from '../pointer.ts'
import { memberOf, restricts } from './kind.ts'

const entriesOf = (value: unknown): [string, unknown][] => (isPlainObject(value) ? Object.entries(value) : [])

export function faultsOf(document: OpenApiDocument, before: OpenApiDocument): string[] {
  const references = new Set(referencesIn(document))
  const operations = operationsIn(document)
  const ids = operations.flatMap(({ operationId }) => (operationId === undefined ? [] : [String(operationId)]))
  const components = Object(document.components)
  const schemes = new Set(Object.keys(Object(components.securitySchemes)))
  const asked = [document, ...operations].flatMap(({ security }) => (Array.isArray(security) ? security : []))
  const added = entriesOf(components.schemas).filter(
    ([name]) => !Object.hasOwn(Object(Object(before.components).schemas), name)
  )
  return [
    ...[...references].filter((each) => pointed(document, each.slice(1)) === undefined).map((each) => `$ref ${each}`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `operationId ${id}`),
    ...asked
      .flatMap(Object.keys)
      .filter((name) => !schemes.has(name))
      .map((name) => `security ${name}`),
    ...added
      .filter(
        ([name, schema]) =>
          !references.has(`#/components/schemas/${name}`) && isPlainObject(schema) && !restricts(schema)
      )
      .map(([name]) => `component /components/schemas/${name}`)
  ]
}

function operationsIn({ paths, webhooks }: { readonly paths: unknown; readonly webhooks?: unknown }): JsonObject[] {
  const items = [...entriesOf(paths), ...entriesOf(webhooks)].flatMap(([, item]) => entriesOf(item))
  return items.flatMap(([name, value]): JsonObject[] => {
    if (memberOf('pathItem', name)?.kind !== 'operation') return []
    return name === 'additionalOperations' ? entriesOf(value).map(([, each]) => Object(each)) : [Object(value)]
  })
}

export function referencesIn(value: unknown, found: string[] = []): string[] {
  if (typeof value !== 'object' || value === null) return found
  if (isReference(value) && value.$ref.startsWith('#/')) found.push(value.$ref)
  for (const part of Object.values(value)) referencesIn(part, found)
  return found
}
