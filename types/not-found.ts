// The response without a matching route. At run time: src/tree/not-found.ts.
import type { HooksOption, RequestHook, RequestIn } from './hook.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest } from './request.ts'

/** Answers a request without a route, or one that a handler passed on by `callNotFound`. */
export type NotFoundHandler<App, Request, Reply> = (
  this: App,
  request: RawRequest<App> & Request,
  reply: AnyReply<App> & Reply
) => unknown

/** Hooks of only the not-found handler. `Arriving` is `Request` before later guards have decided. */
export interface NotFoundHooks<App, Request, Arriving, Reply> {
  preValidation?: HooksOption<
    RequestHook<App, RawRequest<App> & RequestIn<'preValidation', NoInfer<Arriving>>, AnyReply<App> & Reply>
  >
  preHandler?: HooksOption<RequestHook<App, RawRequest<App> & Request, AnyReply<App> & Reply>>
}
