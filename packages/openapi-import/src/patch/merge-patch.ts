/** Merge patches on documents of applications. Published as `@espalier/openapi-import/patch`. */
import { isPlainObject } from '@espalier/command-kit'
import type { OpenApiDocument, OpenApiOptions } from 'espalier/openapi'
import { checkArgument } from './argument.ts'
import { faultsOf } from './fault.ts'
import { Laying } from './laying.ts'
import { renamePaths } from './path-name.ts'

/**
 * Makes the option `patch` of `openapi()` from a merge patch (RFC 7396) in the shape of the document. `undefined` removes a member. Parameters have the
 * key of their place and name, such as `'query limit'`; items of other lists have their index.
 *
 * Operations, parameters, bodies, answers, media types and fields that the application has not are left out. So are parts that OpenAPI does not allow,
 * such as a parameter without a schema. `onLeftOut` of `openapi()` is called for each.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `changes` is not an object. The function that it returns throws it when a value has another type than OpenAPI has
 * in its place
 * @example
 * openapi(app, { ...document, patch: mergePatch({ paths: { '/books': { get: { description: 'All books.' } } } }) })
 */
export function mergePatch(changes: object): NonNullable<OpenApiOptions['patch']> {
  checkArgument(isPlainObject(changes), 'The argument of mergePatch()', 'an object', changes)
  return (document, leaveOut) => {
    const { laid, leftOut } = layPatch(changes, document)
    for (const sentence of leftOut) leaveOut(sentence)
    return laid
  }
}

function layPatch(changes: Readonly<Record<string, unknown>>, document: OpenApiDocument) {
  const given = { ...document, paths: renamePaths(document.paths, Object.keys(Object(changes.paths))) }
  const refused = new Set<string>()
  // Other parts may refer to an omitted part. So this repeats until nothing changes.
  for (;;) {
    const laying = new Laying(changes, given, refused)
    const laid = laying.lay()
    const faults = faultsOf(laid, given).filter((fault) => !refused.has(fault))
    if (faults.length === 0) return { laid, leftOut: laying.leftOut }
    for (const fault of faults) refused.add(fault)
  }
}
