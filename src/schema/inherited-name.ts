/**
 * The dozen names that every object has without being given them, such as `constructor`. A schema that declares one asks for a property, and
 * the engines ask `object.constructor`, which is always there. Most schemas name none, and only those that do pay for the difference.
 */
const inheritedNames = new RegExp(`["/](?:${Object.getOwnPropertyNames(Object.prototype).join('|')})["#/]`)

/** Tells by a schema's fingerprint whether it may name or refer to a property that `Object.prototype` has; without one it may. */
export function mayNameInherited(fingerprint: string | undefined): boolean {
  return fingerprint === undefined || inheritedNames.test(fingerprint)
}
