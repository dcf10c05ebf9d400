/** `app.routeDefaults`: error responses, tags and security for all routes of a context. Types: types/route-defaults.ts. */
import { inspect } from 'node:util'
import { isPlainObject } from '../base/plain-object.ts'
import { errors } from '../error/error.ts'
import type { AppObject } from './app-object.ts'
import { guardOpen } from './freeze.ts'
import { nodeOf } from './node.ts'
import { addAttachedSchemas } from './schema-bucket.ts'

export type RouteDefaults = {
  readonly response?: Readonly<Record<string, object>>
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

const expectations: Record<keyof RouteDefaults, [expected: string, accepts: (value: unknown) => boolean]> = {
  response: [
    "schemas of errors by status or class, 400 to 599, as { '4xx': schema }",
    (value) =>
      isPlainObject(value) &&
      Object.entries(value).every(([key, schema]) => /^[45](\d\d|xx)$/i.test(key) && isObject(schema))
  ],
  tags: ['a list of texts', (value) => Array.isArray(value) && value.every((tag) => typeof tag === 'string')],
  security: ['a list of objects', (value) => Array.isArray(value) && value.every(isObject)]
}

function checkDefaults(given: unknown): asserts given is RouteDefaults {
  const refuse = (subject: string, expected: string, value: unknown) => {
    throw new errors.ESP_ERR_ARGUMENT_INVALID(subject, expected, inspect(value, { depth: 1 }))
  }
  if (!isPlainObject(given)) return refuse('The argument of routeDefaults()', 'an object', given)
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(expectations, name))
      refuse('The options of routeDefaults()', Object.keys(expectations).join(', '), name)
    const [expected, accepts] = expectations[name as keyof RouteDefaults]
    if (value !== undefined && !accepts(value)) refuse(`The '${name}' of routeDefaults()`, expected, value)
  }
}

export const defaultsVerbs = {
  routeDefaults(this: AppObject, given: unknown) {
    guardOpen(this, 'routeDefaults()')
    checkDefaults(given)
    addAttachedSchemas(nodeOf(this), given.response)
    nodeOf(this).routeDefaults.push({ ...given })
    return this
  }
}
