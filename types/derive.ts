// Members that a function adds to the requests that it accepts: `app.derive`, and guards that return members. At run time: src/tree/derive.ts.
import type { AppToAwait, Here } from './app.ts'
import type { Receiver } from './context.ts'
import type { PassedBy, RequestIn } from './hook.ts'
import type { Refusal } from './refusal.ts'
import type { AnyReply, Sent } from './reply.ts'
import type { RawRequest } from './request.ts'

/** The members that a function returns, directly or as a promise; nothing if it only sends. */
export type MembersOf<Returned> = [Unsent<Returned>] extends [never] ? unknown : Unsent<Returned>

// Only promises are unwrapped, because a reply is awaitable too.
type Unsent<Returned> = WithoutErrors<Exclude<Returned extends PromiseLike<infer Settled> ? Settled : Returned, Sent>>

// A returned error is thrown. It is recognized by `stack`: data with `name` and `message` has the same structure otherwise.
type WithoutErrors<Returned> = Returned extends Error ? ('stack' extends keyof Returned ? never : Returned) : Returned

/** The result that a deriving function may return; otherwise a text. */
export type Derivable<Returned> = [Unsent<Returned>] extends [Members]
  ? unknown
  : Refusal<'it returns the members of the request as an object, or what reply.send() returns'>

/** The same, if each member is new to the requests of the context. */
export type FreshMembers<Returned, Request> =
  unknown extends Derivable<Returned> ? Fresh<TakenName<MembersOf<Returned>, Request>> : Derivable<Returned>

type Fresh<Taken extends string> = [Taken] extends [never]
  ? unknown
  : Refusal<`'${Taken}' is a member of the requests of this context already`>

// An object that is not a list, a function or a reply.
type Members = object & { readonly [Symbol.iterator]?: never; readonly call?: never; readonly then?: never }

type TakenName<Added, Request> = Added extends unknown
  ? keyof Added & (keyof Request | keyof RawRequest) & string
  : never

/** The part of an app with `derive`. */
export interface Deriving {
  /**
   * Adds the members that a function returns to each request of this context and those below, at the stage of a hook. The returned app has their types.
   * The function also runs for earlier routes. A reply that it sends ends the request.
   *
   * @throws ESP_ERR_DERIVED_NAME_TAKEN for a request, when it returns a member that requests have already; ESP_ERR_DERIVED_INVALID when it returns no
   * object and sent nothing; ESP_ERR_ARGUMENT_INVALID when it is not a function, or the stage is unknown.
   * @example app.derive('onRequest', async (request) => ({ user: await findUser(request.headers.authorization) }))
   */
  derive<
    Now,
    Loaded,
    Request,
    Reply,
    Schemas,
    Provider,
    const Stage extends 'onRequest' | 'preParsing' | 'preValidation' | 'preHandler',
    Returned
  >(
    this: Receiver<Now, Loaded, Request, Reply, Schemas, Provider>,
    stage: Stage,
    derive: (
      this: Here<Loaded, Request, Reply, Schemas, Provider>,
      request: RawRequest<Here<Loaded, Request, Reply, Schemas, Provider>> & RequestIn<Stage, Request>,
      reply: AnyReply<Here<Loaded, Request, Reply, Schemas, Provider>, RawRequest & RequestIn<Stage, Request>> & Reply
    ) => Returned & FreshMembers<Returned, Request>
  ): AppToAwait<Now, Loaded, Request & PassedBy<Stage, MembersOf<Returned>>, Reply, Schemas, Provider>
}
