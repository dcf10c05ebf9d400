/** The option `patch` of `openapi()`: applies changes that no route declares to the document of an application. */
import type { OpenApiDocument } from '../../types/openapi.ts'
import { isPlainObject } from '../base/plain-object.ts'
import { checkArgument } from '../error/argument.ts'
import { faultsOf } from './patch/fault.ts'
import { Laying } from './patch/laying.ts'
import { renamePaths } from './path-name.ts'

/** A patched document, and the parts of the patch that were not applied. */
export interface Patched {
  readonly document: OpenApiDocument
  readonly leftOut: readonly string[]
}

/** @throws ESP_ERR_ARGUMENT_INVALID when the patch has no object or list where OpenAPI has one */
export function applyPatch(patch: unknown, document: OpenApiDocument): Patched {
  if (patch === undefined) return { document, leftOut: [] }
  checkArgument(isPlainObject(patch), "The option 'patch' of openapi()", 'an object', patch)
  const given = { ...document, paths: renamePaths(document.paths, Object.keys(Object(patch.paths))) }
  const refused = new Set<string>()
  // Omitting a part may break references of others to it. So this repeats until nothing changes.
  for (;;) {
    const laying = new Laying(patch, given, refused)
    const laid = laying.lay()
    const faults = faultsOf(laid, given).filter((fault) => !refused.has(fault))
    if (faults.length === 0) return { document: laid, leftOut: laying.leftOut }
    for (const fault of faults) refused.add(fault)
  }
}
