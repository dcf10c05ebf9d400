/** Functions that the application passes in, and the cast that makes them callable. */

export type UserFunction = (this: never, ...args: never[]) => unknown

/** Called with the context as `this`. */
export type Callable = (this: unknown, ...args: unknown[]) => unknown

/** The only place where functions of the application are cast to take any arguments. */
export function toCallable(fn: UserFunction): Callable {
  return fn as Callable
}

export function isFunction(value: unknown): value is Callable {
  return typeof value === 'function'
}

const AsyncFunction = (async () => {}).constructor

export function isAsyncFunction(fn: UserFunction): boolean {
  return fn.constructor === AsyncFunction || fn.constructor.name === 'AsyncFunction'
}

/** Messages show the start of the source of a function without a name, so that a developer can search for it. */
export function previewOf(fn: UserFunction): string {
  const text = Function.prototype.toString.call(fn).replace(/\s+/g, ' ')
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

/** For custom compilers that return no function. As in Fastify, the app boots and each request fails. */
export function failing(reason: string): () => never {
  return () => {
    throw new TypeError(reason)
  }
}
