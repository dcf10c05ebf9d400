/** The description of a hook for OpenAPI documents: which requests the hook accepts, and how it responds to refused ones. Requests do not use it. */

export interface HookDescription {
  /** Security schemes by name. */
  readonly schemes?: Readonly<Record<string, object>>
  /** The required schemes; by default all of them together. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses of the errors that the hook throws. The application's error handlers determine the bodies of these responses. */
  readonly errors?: readonly number[]
  /** The hook's own responses by status: schemas, as in a route's `schema.response`. */
  readonly response?: Readonly<Record<string, object>>
  /** Whether the application wrote the description. If so, endpoints with this hook must declare the hook's responses. */
  readonly isDocumented?: boolean
}

// A global symbol, because a hook may come from another copy of the package.
const described = Symbol.for('espalier.description')

interface Described {
  readonly [described]?: HookDescription
}

export const descriptionOf = (hook: object): HookDescription | undefined => (hook as Described)[described]

export function describeHook<Hook extends object>(hook: Hook, description: HookDescription): Hook {
  return Object.defineProperty(hook, described, { value: description, configurable: true })
}

export function copyDescription(from: object, to: object): void {
  const description = descriptionOf(from)
  if (description !== undefined) describeHook(to, description)
}
