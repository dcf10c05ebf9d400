/**
 * Refuses schemas that refer to themselves for the same value, such as `A: { allOf: [{ $ref: A }] }`. Their validators would never end, and
 * TypeScript refuses their types. A schema may refer to itself for a property or an item, as in a tree.
 */
import { ArgumentError, isPlainObject } from '@espalier/command-kit'
import { keywordsWhere } from './keyword.ts'
import type { Component } from './module/component.ts'
import { type JsonPath, visitSchemas } from './part.ts'
import type { Resolve } from './reference.ts'

const inPlaceApplicators = keywordsWhere(({ appliesTo }) => appliesTo === 'value')

export function checkCircles(components: readonly Component[], resolve: Resolve, file: string): void {
  const done = new Set<unknown>()
  const open = new Set<unknown>()
  const visit = (schema: unknown, path: JsonPath): void => {
    if (!isPlainObject(schema) || done.has(schema)) return
    if (open.has(schema))
      throw new ArgumentError(
        `${file} leads at ${path.join(' → ')} back to the schema where it began, without a step to a field or an item. No value could be judged by it.`
      )
    open.add(schema)
    if (typeof schema.$ref === 'string') visit(resolve(schema), [...path, schema.$ref])
    visitSchemas(schema, inPlaceApplicators, (inner, steps) => visit(inner, [...path, ...steps]))
    open.delete(schema)
    done.add(schema)
  }
  for (const { name, schema } of components) visit(schema, ['components', 'schemas', name])
}
