/** The functions that users hand in, and the seam where they become callable. */

/** Any function, as a user hands it in: who calls it knows its arguments. */
export type UserFunction = (this: never, ...args: never[]) => unknown

/** A user's function as it is called: with the context as `this`. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** The one seam where a user's function becomes callable with arguments the compiler cannot relate to its signature. */
export function toCallable(fn: UserFunction): Callable {
  return fn as Callable
}

export function isFunction(value: unknown): value is Callable {
  return typeof value === 'function'
}

const AsyncFunction = (async () => {}).constructor

/** Tells a native `async` function, whose result is always a promise. */
export function isAsyncFunction(fn: UserFunction): boolean {
  return fn.constructor === AsyncFunction || fn.constructor.name === 'AsyncFunction'
}

/** The beginning of a function's text on one line: what to look for in the program, where a function has no name. */
export function previewOf(fn: UserFunction): string {
  const text = Function.prototype.toString.call(fn).replace(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** Makes a function that throws when it is called, to stand where a user should have given one: Fastify boots all the same. */
export function failing(reason: string): () => never {
  return () => {
    throw new TypeError(reason)
  }
}
