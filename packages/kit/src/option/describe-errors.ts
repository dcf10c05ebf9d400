/**
 * The symbol under which `documented` of `espalier/openapi` stores descriptions. That module is not imported, because an app without an OpenAPI
 * document should not load it.
 */
const described = Symbol.for('espalier.description')

/** Declares the statuses that a hook or error handler may send. OpenAPI documents and `explain()` show them. */
export function describeErrors(hook: object, errors: readonly number[]): void {
  Object.defineProperty(hook, described, { value: { errors } })
}
