/** The errors of a hook in documents. */

/** As `documented` of `espalier/openapi` keeps a description. A service that writes no document need not load that entry. */
const described = Symbol.for('espalier.description')

/** Shows the statuses of the errors of a hook, or of an error handler, in documents and in `explain`. */
export function describeErrors(hook: object, errors: readonly number[]): void {
  Object.defineProperty(hook, described, { value: { errors } })
}
