/**
 * The object that plugins see, as the inside of the house knows it. Users see the exact types of `types/app.ts`; this one is open because
 * plugins decorate it, patch its methods and keep private symbols on it.
 */
export interface AppObject {
  [key: PropertyKey]: unknown
}

/** A function that a user hands in. It is only ever called through the seams that know its arguments. */
export type UserFunction = (this: unknown, ...args: never[]) => unknown

export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** The one seam where a user's function becomes callable with arguments the compiler cannot relate to its signature. */
export function toCallable(fn: UserFunction): Callable {
  return fn as unknown as Callable
}

const AsyncFunction = (async () => {}).constructor

/** Tells a native `async` function, whose result is always a promise. */
export function isAsyncFunction(fn: UserFunction): boolean {
  return fn.constructor === AsyncFunction || fn.constructor.name === 'AsyncFunction'
}
