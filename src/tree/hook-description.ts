/** The description of a hook for documents: whom it lets pass, and its responses to others. Requests do not read it. */

/** A hook for documents, by the names of OpenAPI. */
export interface HookDescription {
  /** Security schemes by name. */
  readonly schemes?: Readonly<Record<string, object>>
  /** Which of them it asks for; all of them together if it does not say. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The statuses of the errors that it throws: what they look like is the application's business. */
  readonly errors?: readonly number[]
  /** The hook's own responses, by status: schemas as in the response map of a route. */
  readonly response?: Readonly<Record<string, object>>
  /** Whether the application says it, and endpoints behind the hook have to declare what it answers. */
  readonly isTold?: boolean
}

// By a global symbol, because a hook may come from another copy of the package.
const described = Symbol.for('espalier.description')

interface Described {
  readonly [described]?: HookDescription
}

export const descriptionOf = (hook: object): HookDescription | undefined => (hook as Described)[described]

/** Returns the hook itself. */
export function describeHook<Hook extends object>(hook: Hook, description: HookDescription): Hook {
  return Object.defineProperty(hook, described, { value: description, configurable: true })
}

/** Gives a hook that was made of a function what is said of the function. */
export function carryDescription(from: object, to: object): void {
  const description = descriptionOf(from)
  if (description !== undefined) describeHook(to, description)
}
