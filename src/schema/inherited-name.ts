/**
 * Matches the names that every object inherits, such as `constructor`. Generated code that reads `object.constructor` finds it in every object. So
 * functions of schemas with such a name check for own properties; other functions save the time of the check.
 */
const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}
