/**
 * Matches the names that every object inherits, such as `constructor`. If a schema declares one, the engines read `object.constructor`, which always
 * exists. Few schemas do, and only those pay for checking own properties.
 */
const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

/** Whether a schema may declare or refer to a property with an inherited name, by its fingerprint; true without a fingerprint. */
export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}
