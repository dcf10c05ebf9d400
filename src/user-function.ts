/** Functions that users pass in, and the cast that makes them callable. */

/** Any function of a user. Its caller must know the arguments. */
export type UserFunction = (this: never, ...args: never[]) => unknown

/** A user's function, called with the context as `this`. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** The only place where a user's function is cast to one with arbitrary arguments. */
export function toCallable(fn: UserFunction): Callable {
  return fn as Callable
}

export function isFunction(value: unknown): value is Callable {
  return typeof value === 'function'
}

const AsyncFunction = (async () => {}).constructor

/** Whether a function is a native `async` function, whose result is always a promise. */
export function isAsyncFunction(fn: UserFunction): boolean {
  return fn.constructor === AsyncFunction || fn.constructor.name === 'AsyncFunction'
}

/** The start of a function's source on one line, to search for in the program if a function has no name. */
export function previewOf(fn: UserFunction): string {
  const text = Function.prototype.toString.call(fn).replace(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Makes a function that throws when it is called. It replaces a missing function of the user, because Fastify boots anyway. */
export function failing(reason: string): () => never {
  return () => {
    throw new TypeError(reason)
  }
}
