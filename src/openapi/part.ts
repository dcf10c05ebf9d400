/** Prepares a schema for conversion: Zod and similar schemas become JSON Schema, and Fastify's shorthand for objects is expanded. */
import type { OpenApiVersion } from '../../types/openapi.ts'
import { once } from '../base/once.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { describing, isStandardSchema, standardJsonOf } from '../schema/foreign-schema.ts'
import { expandShorthand } from '../schema/shorthand.ts'
import type { Components } from './schema/components.ts'
import { convert } from './schema/convert.ts'
import { resolve } from './schema/resolve.ts'
import type { SchemaContext, Scope } from './schema/scope.ts'

export interface OperationContext {
  readonly context: SchemaContext
  readonly operationId: string
  readonly components: Components
  readonly version: OpenApiVersion
}

export interface Part {
  readonly schema: unknown
  readonly scope: Scope
}

export function partOf(given: unknown, way: Scope['way'], { context, operationId }: OperationContext): Part {
  const isOfLibrary = context.library?.owns(given) || isStandardSchema(given)
  const schema = isOfLibrary ? jsonOf(given, way, context) : expandShorthand(given)
  const outgoing = isOfLibrary && way === 'in' ? { outgoing: once(() => jsonOf(given, 'out', context)) } : {}
  return { schema, scope: { context, document: schema, way, operationId, ...outgoing } }
}

function jsonOf(given: unknown, way: Scope['way'], { library }: SchemaContext): unknown {
  try {
    return library?.toJsonSchema?.(given, way) ?? standardJsonOf(Object(given), way, describing(way)) ?? {}
  } catch {
    // Some schemas, such as Zod schemas with transformations, have no JSON Schema. They are described as any value.
    return {}
  }
}

export const convertPart = ({ schema, scope }: Part, { components }: OperationContext): unknown =>
  convert(schema, scope, components)

export interface Field extends Part {
  readonly isRequired: boolean
}

/** Lists the properties of an object schema, with those inside `allOf`. Properties of alternatives, as in `anyOf`, are optional. */
export function fieldsOf(part: Part): Map<string, Field> {
  const fields = new Map<string, Field>()
  collect(part, true, fields, new Set())
  return fields
}

function collect({ schema, scope }: Part, isSure: boolean, fields: Map<string, Field>, seen: Set<unknown>): void {
  if (!isPlainObject(schema) || seen.has(schema)) return
  seen.add(schema)
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref, scope) : undefined
  if (target !== undefined) {
    const there = { ...scope, document: target.document }
    collect({ schema: target.schema, scope: there }, isSure, fields, seen)
  }
  for (const each of listOf(schema.allOf)) collect({ schema: each, scope }, isSure, fields, seen)
  for (const each of [...listOf(schema.anyOf), ...listOf(schema.oneOf)])
    collect({ schema: each, scope }, false, fields, seen)
  const required = new Set(isSure ? listOf(schema.required) : [])
  for (const [name, field] of Object.entries(isPlainObject(schema.properties) ? schema.properties : {})) {
    const isFilled = isPlainObject(field) && field.default !== undefined
    if (!fields.has(name)) fields.set(name, { schema: field, scope, isRequired: required.has(name) && !isFilled })
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
