/**
 * Finds fields of a params schema that are not parameters of the path, such as `ib` for `/books/:id`. A required field would refuse every request
 * with 400, so it is an error at boot. An optional field may belong to another path with the same schema. So an optional field is an error only if it
 * resembles a parameter that the schema lacks. A path without parameters is not checked, because Fastify's own tests boot such routes.
 */
import { nearestName } from '../base/nearest-name.ts'
import { namesIn } from '../contract/path.ts'
import type { SharedSchemas } from '../schema/reference.ts'
import type { RouteName } from '../schema/route-schema.ts'
import { absentParam } from '../tree/prefix-params.ts'

/** @throws ESP_ERR_SCH_PARAM_ABSENT with the field, and the parameters of the path */
export function refuseAbsent(schema: unknown, { method, url }: RouteName, shared: SharedSchemas): void {
  const names = namesIn(url)
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

/** Returns the fields of a schema, each with whether it is required. A field with a default is not required. */
function fieldsOf(schema: unknown, shared: SharedSchemas): Map<string, boolean> {
  const fields = new Map<string, boolean>()
  const parts = new Set([schema])
  // The loop also visits parts that are added while it runs.
  for (const part of parts) {
    if (typeof part !== 'object' || part === null) continue
    const { $ref, allOf, properties = {}, required } = part as ObjectSchema
    for (const name of Object.keys(properties)) fields.set(name, fields.get(name) ?? false)
    for (const name of listOf(required)) {
      const { default: otherwise } = Object(Object(properties)[String(name)]) as { default?: unknown }
      if (otherwise === undefined) fields.set(String(name), true)
    }
    for (const each of listOf(allOf)) parts.add(each)
    if (typeof $ref === 'string') parts.add(shared[$ref.replace(/#$/, '')])
  }
  return fields
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
