/**
 * Detects schemas with names that every object inherits, such as `constructor`: generated code would find `object.constructor` in every object. Only
 * validators of these schemas check for own properties, because the check takes time.
 */
const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}
