// Types of apps with a hint as type argument. A message about a missing member of an app shows the app's type, such as `NewApp<"keep what …">`. The
// hint is the fix for a likely mistake: a forgotten `await`, or a statement such as `app.decorate(…)` whose result is not kept.
import type { App, AppMembers } from './app.ts'
import type { Nothing } from './context.ts'
import type { RouteContext } from './handler.ts'

export type LoadingApp<_Hint, Now, Loaded, Request, Reply, Schemas, Provider> = App<
  Now,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
> &
  PromiseLike<HintedApp<SetupHint, Loaded, Request, Reply, Schemas, Provider>>

// `request.server` has this type, too, so messages about it also show the hint.
export interface NewApp<out Hint, out Provider>
  extends AppMembers<Nothing, Nothing, Nothing, Nothing, Nothing, Provider>,
    Hinted<Hint> {
  readonly ' route': RouteContext<NewApp<Hint, Provider>, Nothing, Nothing, Nothing, Provider>
}

export type HintedApp<Hint, Loaded, Request, Reply, Schemas, Provider> = App<
  Loaded,
  Loaded,
  Request,
  Reply,
  Schemas,
  Provider
> &
  Hinted<Hint>

interface Hinted<out Hint> {
  readonly ' hint'?: Hint
}

export type AwaitHint = 'await the plugin: const app = await espalier().register(…)'

// For a member that a statement such as `app.decorate(…)` declared: only the returned app has the member in its type.
export type KeepHint = 'keep what a declaration returns: const app = espalier().decorate(…)'

// Inside a plugin. If the `setup` of a shared plugin does not return the app, the registering context lacks the declared members, too.
export type SetupHint = 'keep what a declaration returns, and return it from a shared setup: return app.decorate(…)'
