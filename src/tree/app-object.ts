/**
 * The internal type of the app object. Applications get the exact types of `types/app.ts`. The internal type is open, because plugins decorate the
 * object, replace its methods and store symbols on it.
 */
import type { Callable } from '../user-function.ts'

export interface AppObject {
  [key: PropertyKey]: unknown
}

/** Returns a method of an app. The type of apps is open, so their methods need a cast, and only this function has it. */
export function methodOf(app: AppObject, name: PropertyKey): Callable {
  return app[name] as Callable
}

/** Calls a method by its name on the app object, so that a replacement by a plugin is called. */
export function callMethod(app: AppObject, name: PropertyKey, ...args: unknown[]): unknown {
  return methodOf(app, name).apply(app, args)
}
