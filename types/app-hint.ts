// Apps whose type name is a hint. A message about a missing member of an app shows only the name of its type. So the name begins with the fix for a
// likely mistake: a forgotten `await` or result.
import type { App, AppToAwait } from './app.ts'
import type { Nothing } from './context.ts'

/** The result of `register`: only the awaited app has the plugin's members. */
export type LoadingApp<_Hint, Now, Loaded, Request, Reply, Schemas, Provider> = AppToAwait<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
>

/** The result of `espalier()`. A declaration adds its member to the returned type. */
export type NewApp<Hint, Provider> = App<Nothing, Nothing, Nothing, Nothing, Nothing, Provider> & Hinted<Hint>

/** A hint as a type name, in types only. */
interface Hinted<out Hint> {
  readonly ' hint'?: Hint
}

/** The fix for a missing member of a plugin. */
export type AwaitHint = 'await the plugin: const app = await espalier().register(…)'

/** The fix for a missing member of a statement. */
export type KeepHint = 'keep what a declaration returns: const app = espalier().decorate(…)'
