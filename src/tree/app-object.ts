/**
 * The object that plugins see, as espalier itself types it. Users see the exact types of `types/app.ts`; this one is open because plugins decorate
 * it, patch its methods and keep private symbols on it.
 */
import type { Callable } from '../user-function.ts'

export interface AppObject {
  [key: PropertyKey]: unknown
}

/** The one seam where a member of an app is taken for the method that it is. */
export function methodOf(app: AppObject, name: PropertyKey): Callable {
  return app[name] as Callable
}

/** Calls a method as a user would, so that a plugin's replacement of it counts. */
export function callMethod(app: AppObject, name: PropertyKey, ...args: unknown[]): unknown {
  return methodOf(app, name).apply(app, args)
}
