/**
 * Matches the names that every object inherits, such as `constructor`. For a property of such a name, generated code would read `object.constructor`,
 * and every object has this property. So functions of schemas with such a name check for own properties. Other functions do not, because the check
 * takes time.
 */
const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

/**
 * Whether a schema may contain a property with an inherited name, or a reference to one. `fingerprint` is the schema's JSON text. Without it the
 * schema is unknown, so the result is true.
 */
export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}
