// The members that a function makes for the requests that it lets pass: `app.derive`, and guards that return members. Twin: src/tree/derive.ts.
import type { AppToAwait, Here } from './app.ts'
import type { Receiver } from './context.ts'
import type { PassedBy, RequestIn } from './hook.ts'
import type { Refusal } from './refusal.ts'
import type { AnyReply, Sent } from './reply.ts'
import type { RawRequest } from './request.ts'

/** The members that a function returns, at once or as a promise; nothing where it only answers. */
export type MembersOf<Returned> = [Unsent<Returned>] extends [never] ? unknown : Unsent<Returned>

// Promises only are unwrapped, because a reply can be awaited too, sent or not.
type Unsent<Returned> = WithoutErrors<Exclude<Returned extends PromiseLike<infer Settled> ? Settled : Returned, Sent>>

// A returned error is thrown. It is told by its `stack`: data of a `name` and a `message` is of the same structure otherwise.
type WithoutErrors<Returned> = Returned extends Error ? ('stack' extends keyof Returned ? never : Returned) : Returned

/** The result that a function which derives may return; otherwise a sentence on it. */
export type Derivable<Returned> = [Unsent<Returned>] extends [Members]
  ? unknown
  : Refusal<'it returns the members of the request as an object, or what reply.send() returns'>

/** The same, where each of the members is new to the requests of the context. */
export type FreshMembers<Returned, Request> =
  unknown extends Derivable<Returned> ? Fresh<TakenName<MembersOf<Returned>, Request>> : Derivable<Returned>

type Fresh<Taken extends string> = [Taken] extends [never]
  ? unknown
  : Refusal<`'${Taken}' is a member of the requests of this context already`>

// An object that is no list, no function and no reply.
type Members = object & { readonly [Symbol.iterator]?: never; readonly call?: never; readonly then?: never }

type TakenName<Added, Request> = Added extends unknown
  ? keyof Added & (keyof Request | keyof RawRequest) & string
  : never

/** The part of an app that derives. */
export interface Deriving {
  /**
   * Gives each request of this context and those below the members that a function returns, at the stage of a hook. The app that it returns has their
   * types. The function runs for routes that were declared before it, too. A reply that it has sent ends the request.
   *
   * @throws ESP_ERR_DERIVED_NAME_TAKEN for a request, when it returns a member that requests have already; ESP_ERR_DERIVED_INVALID when it returns
   * no object and nothing was sent; ESP_ERR_ARGUMENT_INVALID when it is no function, or the stage none of these.
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
