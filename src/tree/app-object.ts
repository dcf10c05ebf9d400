/** The app object inside the framework. It has an index signature, because plugins decorate it, replace its methods and store symbols on it. */
import type { Callable } from '../user-function.ts'

export interface AppObject {
  [key: PropertyKey]: unknown
}

export function methodOf(app: AppObject, name: PropertyKey): Callable {
  return app[name] as Callable
}

/** Looks the method up at each call, because a plugin may have replaced it. */
export function callMethod(app: AppObject, name: PropertyKey, ...args: unknown[]): unknown {
  return methodOf(app, name).apply(app, args)
}
