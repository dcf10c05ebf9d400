// Types of apps whose first type argument is a hint. The compiler prints the hint when an app lacks a member. Likely causes are a forgotten
// `await`, or a statement such as `app.decorate(…)` whose result is not kept.
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

// A statement such as `app.decorate(…)` does not change the type of `app`. Only the returned app has the decorator in its type.
export type KeepHint = 'keep what a declaration returns: const app = espalier().decorate(…)'

// The `setup` of a shared plugin must also return the app. Otherwise the registering context's type lacks the decorators.
export type SetupHint = 'keep what a declaration returns, and return it from a shared setup: return app.decorate(…)'
