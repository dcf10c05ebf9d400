import { isPlainObject } from '@espalier/command-kit'
import type { OpenApiDocument, OpenApiOptions } from 'espalier/openapi'
import { checkArgument } from './argument.ts'
import { faultsOf } from './fault.ts'
import { PatchApplier } from './patch-applier.ts'
import { renamePaths } from './path-name.ts'

/**
 * Makes the option `patch` of `openapi()` from a merge patch (RFC 7396). The patch has the structure of the document, and contains only the members
 * to change. `undefined` removes a member. Lists are changed by objects: parameters have keys such as `'query limit'`, and items of other lists have
 * their index as key.
 *
 * Operations, parameters, bodies, responses, media types and fields are omitted if the application does not have them. An addition that OpenAPI does
 * not allow is omitted, too, such as a parameter without a schema. `onLeftOut` of `openapi()` is called for each omitted member.
 *
 * @throws ESP_ERR_ARGUMENT_INVALID when `changes` is not an object. The returned function throws the same error when a value has a type that OpenAPI
 * does not allow
 * @example
 * openapi(app, { ...document, patch: mergePatch({ paths: { '/books': { get: { description: 'All books.' } } } }) })
 */
export function mergePatch(changes: object): NonNullable<OpenApiOptions['patch']> {
  checkArgument(isPlainObject(changes), 'The argument of mergePatch()', 'an object', changes)
  return (document, leaveOut) => {
    const { patched, leftOut } = applyPatch(changes, document)
    for (const sentence of leftOut) leaveOut(sentence)
    return patched
  }
}

function applyPatch(changes: Readonly<Record<string, unknown>>, document: OpenApiDocument) {
  const given = { ...document, paths: renamePaths(document.paths, Object.keys(Object(changes.paths))) }
  const refused = new Set<string>()
  // Members of the patch that cause a fault, such as a reference without a target, are omitted in the next iteration. References to these members are
  // then faults, too.
  for (;;) {
    const applier = new PatchApplier(changes, given, refused)
    const patched = applier.apply()
    const faults = faultsOf(patched, given).filter((fault) => !refused.has(fault))
    if (faults.length === 0) return { patched, leftOut: applier.leftOut }
    for (const fault of faults) refused.add(fault)
  }
}
