// Members that a function adds to the requests that it accepts: `app.derive`, and guards that return members. Implementation: src/tree/derive.ts.
import type { AppToAwait, Here } from './app.ts'
import type { AssumedName, Receiver } from './context.ts'
import type { PassedBy, RequestIn } from './hook.ts'
import type { Refusal } from './refusal.ts'
import type { AnyReply, Sent } from './reply.ts'
import type { RawRequest } from './request.ts'

export type MembersOf<Returned> = [Unsent<Returned>] extends [never] ? unknown : Unsent<Returned>

type Unsent<Returned> = WithoutErrors<Exclude<SettledOf<Returned>, Sent>>

// Unwraps only one promise, because its value may be a reply, and a reply has a `then`. `Promise` is tested first, because a comparison with
// `PromiseLike` costs 170 instantiations.
type SettledOf<Returned> =
  Returned extends Promise<infer Settled> ? Settled : Returned extends PromiseLike<infer Settled> ? Settled : Returned

// A returned error is thrown. Errors are recognized by `stack`, because any object with `name` and `message` is assignable to `Error`.
type WithoutErrors<Returned> = Returned extends Error ? ('stack' extends keyof Returned ? never : Returned) : Returned

export type Derivable<Returned> = [Unsent<Returned>] extends [Members]
  ? unknown
  : Refusal<'it returns the members of the request as an object, or what reply.send() returns'>

export type FreshMembers<Returned, Request> =
  unknown extends Derivable<Returned> ? Fresh<TakenName<MembersOf<Returned>, Request>> : Derivable<Returned>

type Fresh<Taken extends string> = [Taken] extends [never]
  ? unknown
  : Refusal<`'${Taken}' is a member of the requests of this context already`>

type Members = object & { readonly [Symbol.iterator]?: never; readonly call?: never; readonly then?: never }

type TakenName<Added, Request> = Added extends unknown
  ? keyof Added & (Exclude<keyof Request, AssumedName<Request>> | keyof RawRequest) & string
  : never

export interface Deriving {
  /**
   * Runs a function at the given hook, such as `onRequest`, and adds the members that the function returns to the request. The function runs for
   * all routes of this context and its child contexts. Only handlers of later routes see the types of the members. If the function sends a reply,
   * the request ends.
   *
   * @throws ESP_ERR_DERIVED_NAME_TAKEN for a request, when the function returns a member that requests have; ESP_ERR_DERIVED_INVALID when it returns
   * no object and sent nothing; ESP_ERR_ARGUMENT_INVALID when `derive` is not a function, or the hook name is unknown.
   *
   * @example
   * app.derive('onRequest', async ({ headers }) => ({ tenant: headers['x-tenant'] }))
   * app.get('/', ({ tenant }) => tenant)
   * const { body } = await app.inject({ url: '/', headers: { 'x-tenant': 'a' } }) // 'a'
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
      request: RequestIn<Stage, Request> & RawRequest<Here<Loaded, Request, Reply, Schemas, Provider>>,
      reply: AnyReply<Here<Loaded, Request, Reply, Schemas, Provider>, RawRequest & RequestIn<Stage, Request>> & Reply
    ) => Returned & FreshMembers<Returned, Request>
  ): AppToAwait<Now, Loaded, Request & PassedBy<Stage, MembersOf<Returned>>, Reply, Schemas, Provider>
}
