// The answer to what no route matches. Twin: src/tree/not-found.ts.
import type { HooksOption, RequestHook, RequestIn } from './hook.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest } from './request.ts'

/** Answers a request that no route matches, or that a handler gave up by `callNotFound`. */
export type NotFoundHandler<App, Request, Reply> = (
  this: App,
  request: RawRequest<App> & Request,
  reply: AnyReply<App> & Reply
) => unknown

/** Hooks of the not-found handler alone. `Arriving` stands for `Request` where later guards have not decided. */
export interface NotFoundHooks<App, Request, Arriving, Reply> {
  preValidation?: HooksOption<
    RequestHook<App, RawRequest<App> & RequestIn<'preValidation', NoInfer<Arriving>>, AnyReply<App> & Reply>
  >
  preHandler?: HooksOption<RequestHook<App, RawRequest<App> & Request, AnyReply<App> & Reply>>
}
