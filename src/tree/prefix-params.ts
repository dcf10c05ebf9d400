/** Prefix parameters with schemas, such as `:tenant` of the prefix `/:tenant`. Each context has the parameters of its ancestors, and adds its own. */
import { isDeepStrictEqual } from 'node:util'
import { namesIn } from '../contract/path.ts'
import { checkArgument } from '../error/argument.ts'
import { errors } from '../error/error.ts'
import type { ContextNode } from './node.ts'

export type PrefixParams = ReadonlyMap<string, { readonly schema: unknown; readonly plugin: string }>

export const noParams: PrefixParams = new Map()

const madeWithTypeBox = Symbol.for('TypeBox.Kind')

/** Whether an option `params` consists of schemas made with `Type`. Some plugins have an option `params` with another meaning. */
export function areParamSchemas(given: unknown): given is Record<string, object> {
  if (typeof given !== 'object' || given === null) return false
  const values: unknown[] = Object.values(given)
  return (
    values.length > 0 &&
    values.every((value) => typeof value === 'object' && value !== null && madeWithTypeBox in value)
  )
}

export function checkParams(given: unknown, plugin: string): void {
  const expected = 'schemas by the name of the parameter, made with Type'
  checkArgument(given === undefined || areParamSchemas(given), `The 'params' of plugin '${plugin}'`, expected, given)
}

/** @throws ESP_ERR_SCH_PARAM_ABSENT when the prefix lacks a parameter, ESP_ERR_SCH_PARAM_CONFLICT when an ancestor declares one differently */
export function paramsBelow(
  parent: ContextNode,
  plugin: string,
  prefix: string,
  declared: readonly (Readonly<Record<string, object>> | undefined)[]
): PrefixParams {
  const added = declared.flatMap((schemas) => Object.entries(schemas ?? {}))
  if (added.length === 0) return parent.params
  const names = namesIn(prefix)
  const params = new Map(parent.params)
  for (const [name, schema] of added) {
    const hint = ` Register it with a prefix such as '/:${name}'.`
    if (!names.has(name)) throw absentParam(`plugin '${plugin}'`, `under '${prefix}'`, name, names, hint)
    refuseOther(params, name, schema, `Plugin '${plugin}'`)
    params.set(name, { schema, plugin })
  }
  return params
}

/** @throws ESP_ERR_SCH_PARAM_CONFLICT when a prefix parameter is declared again with a different schema */
export function refuseOther(params: PrefixParams, name: string, schema: unknown, who: string): void {
  const around = params.get(name)
  if (around === undefined || isDeepStrictEqual(around.schema, schema)) return
  throw new errors.ESP_ERR_SCH_PARAM_CONFLICT(who, name, around.plugin)
}

export function absentParam(
  method: string,
  url: string,
  field: string,
  names: ReadonlySet<string>,
  hint: string
): Error {
  const present = [...names].map((name) => `'${name}'`).join(', ') || 'none'
  return new errors.ESP_ERR_SCH_PARAM_ABSENT(method, url, field, present, hint)
}
