/** Describes the errors of a hook for OpenAPI documents. */

/**
 * The symbol under which `documented` of `espalier/openapi` stores a description. The function is not imported, because apps without a document
 * should not load its module.
 */
const described = Symbol.for('espalier.description')

/** Declares the statuses that a hook or error handler may send, for OpenAPI documents and `explain()`. */
export function describeErrors(hook: object, errors: readonly number[]): void {
  Object.defineProperty(hook, described, { value: { errors } })
}
