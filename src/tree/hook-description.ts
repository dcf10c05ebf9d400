/** The description of a hook for OpenAPI documents: which requests it accepts, and its responses to others. It is not used by requests. */

/** A hook for documents, in terms of OpenAPI. */
export interface HookDescription {
  /** Security schemes by name. */
  readonly schemes?: Readonly<Record<string, object>>
  /** The required schemes; by default all of them together. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses of the errors that it throws. The application's error handlers decide about their bodies. */
  readonly errors?: readonly number[]
  /** The hook's own responses, by status: schemas as in the response map of a route. */
  readonly response?: Readonly<Record<string, object>>
  /** Whether the application described it. Then endpoints that the hook guards must declare its responses. */
  readonly isTold?: boolean
}

// A global symbol, because a hook may come from another copy of the package.
const described = Symbol.for('espalier.description')

interface Described {
  readonly [described]?: HookDescription
}

export const descriptionOf = (hook: object): HookDescription | undefined => (hook as Described)[described]

/** Attaches a description to a hook, and returns the hook. */
export function describeHook<Hook extends object>(hook: Hook, description: HookDescription): Hook {
  return Object.defineProperty(hook, described, { value: description, configurable: true })
}

/** Copies the description of a function to the hook that was made from it. */
export function carryDescription(from: object, to: object): void {
  const description = descriptionOf(from)
  if (description !== undefined) describeHook(to, description)
}
