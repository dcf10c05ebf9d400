// Plugins, contexts and endpoints as plain record types, which `expectType` of tsd and `toEqualTypeOf` of Vitest can compare.
import type { Admitted, Buckets, Unclashing } from './admission.ts'
import type { Bucket, Shape } from './context.ts'
import type { AnyEndpoint, Endpoint, EntryOut } from './endpoint.ts'
import type { AnyPlugin, BucketIndex, PluginValue } from './plugin.ts'
import type { Refusal } from './refusal.ts'
import type { AnyResponse } from './response.ts'

type Visible<Given> = { [Name in keyof Given as Name extends ` ${string}` ? never : Name]: Given[Name] }

/**
 * The declared members of a context: `Kind` is `'app'`, `'request'`, `'reply'` or `'schemas'`.
 *
 * @example expectType<{ user: User }>({} as SeenBy<typeof app, 'request'>)
 */
export type SeenBy<App, Kind extends keyof Shape> = Visible<Bucket<App, Kind>>

/** The members that a plugin needs in the context that registers it. */
export type NeedsOf<Given extends AnyPlugin, Kind extends keyof Shape> = Given[' plugin']['needs'] extends (
  ...buckets: infer Needed
) => void
  ? Needed extends readonly unknown[]
    ? Visible<Needed[BucketIndex[Kind]]>
    : never
  : never

/** The members that a shared plugin adds to the context that registers it; nothing for other plugins. */
export type GivesOf<Given extends AnyPlugin, Kind extends keyof Shape> = Visible<
  Given[' plugin']['provides'][BucketIndex[Kind]]
>

/** The error text with which a context refuses `app.register(plugin)`; `never` if it admits the plugin. */
export type RefusalOf<App, Given extends AnyPlugin> =
  Judgement<App, Given> extends Refusal<infer Sentence> ? Sentence : never

type Judgement<App, Given> =
  Given extends PluginValue<
    infer Name,
    infer NeedsApp,
    infer NeedsRequest,
    infer NeedsReply,
    infer NeedsSchemas,
    infer GivesApp,
    infer GivesRequest,
    infer GivesReply,
    infer GivesSchemas,
    infer _Options,
    infer Sources
  >
    ? Admitted<
        Here<App>,
        Buckets<NeedsApp, NeedsRequest, NeedsReply, NeedsSchemas>,
        Name,
        Sources,
        Unclashing<
          Here<App>,
          Buckets<NeedsApp, NeedsRequest, NeedsReply, NeedsSchemas>,
          Buckets<GivesApp, GivesRequest, GivesReply, GivesSchemas>,
          true
        >
      >
    : never

type Here<App> = Buckets<Bucket<App, 'app'>, Bucket<App, 'request'>, Bucket<App, 'reply'>, Bucket<App, 'schemas'>>

/** The responses of an endpoint: the body of each declared status, class or `default`. */
export type AnswersOf<Target extends AnyEndpoint> =
  Target extends Endpoint<string, string, unknown, unknown, unknown, unknown, infer Responses>
    ? Responses extends AnyResponse
      ? { [Status in number]: unknown }
      : { -readonly [Status in keyof Responses]: EntryOut<Responses[Status]> }
    : never
