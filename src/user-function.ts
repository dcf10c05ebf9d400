/** Functions that the application passes in, and the cast that makes them callable. */

/** Any function of the application. Its parameters depend on where the application passes it. */
export type UserFunction = (this: never, ...args: never[]) => unknown

/** A function of the application, called with the context as `this`. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** The only place where a function of the application is cast to one with arbitrary arguments. */
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

/**
 * Returns the start of a function's source on one line. Messages show this text for a function without a name, so that a developer can search for it.
 */
export function previewOf(fn: UserFunction): string {
  const text = Function.prototype.toString.call(fn).replace(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Makes a function that throws only when it is called: a custom compiler returned no function, but in Fastify such an app boots. */
export function failing(reason: string): () => never {
  return () => {
    throw new TypeError(reason)
  }
}
