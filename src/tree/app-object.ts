/**
 * The internal type of the app object. Users get the exact types of `types/app.ts`. This one is open, because plugins decorate it, replace its methods
 * and store symbols on it.
 */
import type { Callable } from '../user-function.ts'

export interface AppObject {
  [key: PropertyKey]: unknown
}

/** The only place where a member of an app is cast to a method. */
export function methodOf(app: AppObject, name: PropertyKey): Callable {
  return app[name] as Callable
}

/** Calls a method as a user would, so that a plugin's replacement of it is called. */
export function callMethod(app: AppObject, name: PropertyKey, ...args: unknown[]): unknown {
  return methodOf(app, name).apply(app, args)
}
