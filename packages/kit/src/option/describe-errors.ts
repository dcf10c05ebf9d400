/**
 * `documented` of `espalier/openapi` stores descriptions under this symbol. That module is not imported, because an app without a document should not
 * load it.
 */
const described = Symbol.for('espalier.description')

/** Declares the statuses that a hook or error handler may send, for OpenAPI documents and `explain()`. */
export function describeErrors(hook: object, errors: readonly number[]): void {
  Object.defineProperty(hook, described, { value: { errors } })
}
