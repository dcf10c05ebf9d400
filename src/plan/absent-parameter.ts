/**
 * Refuses fields of a params schema that are not parameters of the path, such as `ib` for `/books/:id`. A required field of this kind would fail
 * every request with 400. An optional field may belong to another path with the same schema, so it is refused only if it resembles a missing
 * parameter.
 */
import { nearestName } from '../base/nearest-name.ts'
import { namesIn } from '../contract/path.ts'
import type { SharedSchemas } from '../schema/reference.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { absentParam } from '../tree/prefix-params.ts'

export function refuseAbsent(schema: unknown, { method, url }: RouteName, shared: SharedSchemas): void {
  const names = namesIn(url)
  // As in Fastify, a route without parameters may have a params schema.
  if (names.size === 0) return
  const fields = fieldsOf(schema, shared)
  for (const [field, isRequired] of fields) {
    if (names.has(field)) continue
    const unnamed = [...names].filter((name) => !fields.has(name))
    const meant = nearestName(field, unnamed, Math.floor(field.length / 3))
    if (!isRequired && meant === undefined) continue
    const hint = meant === undefined ? '' : ` Did you mean '${meant}'?`
    throw absentParam(method, url, field, names, hint)
  }
}

interface ObjectSchema {
  readonly $ref?: unknown
  readonly allOf?: unknown
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: unknown
}

function fieldsOf(schema: unknown, shared: SharedSchemas): Map<string, boolean> {
  const fields = new Map<string, boolean>()
  const parts = new Set([schema])
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    const { $ref, allOf, properties = {}, required } = part as ObjectSchema
    for (const name of Object.keys(properties)) fields.set(name, fields.get(name) ?? false)
    for (const name of listOf(required)) {
      const { default: filledIn } = Object(Object(properties)[String(name)]) as { default?: unknown }
      if (filledIn === undefined) fields.set(String(name), true)
    }
    for (const each of listOf(allOf)) parts.add(each)
    if (typeof $ref === 'string') parts.add(shared[$ref.replace(/#$/, '')])
  }
  return fields
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
