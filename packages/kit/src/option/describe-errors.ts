/** The description of a hook's errors for documents. */

/** The symbol under which `documented` of `espalier/openapi` stores a description. So a service without documents need not load that entry. */
const described = Symbol.for('espalier.description')

/** Describes the statuses of a hook's or an error handler's errors, for documents and `explain`. */
export function describeErrors(hook: object, errors: readonly number[]): void {
  Object.defineProperty(hook, described, { value: { errors } })
}
