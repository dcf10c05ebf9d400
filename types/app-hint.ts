// Apps whose name says what to write. A message about a member that an app lacks shows the name of the app's type and nothing
// else of it. So the name begins with a sentence where a mistake is likely: an `await` or a result that was forgotten.
import type { App, AppToAwait } from './app.ts'
import type { Nothing } from './context.ts'

/** `register` returns it: an app to await. Only the awaited app has the members that the plugin adds. */
export type LoadingApp<_Hint, Now, Loaded, Request, Reply, Schemas, Provider> = AppToAwait<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
>

/** `espalier()` returns it. A declaration adds its member to the type that it returns. */
export type NewApp<Hint, Provider> = App<Nothing, Nothing, Nothing, Nothing, Nothing, Provider> & Hinted<Hint>

/** A sentence for a name of a type. It exists in types only. */
interface Hinted<out Hint> {
  readonly ' hint'?: Hint
}

/** Names the line to write where the member of a plugin is missing. */
export type AwaitHint = 'await the plugin: const app = await espalier().register(…)'

/** Names the line to write where the member of a statement is missing. */
export type KeepHint = 'keep what a declaration returns: const app = espalier().decorate(…)'
