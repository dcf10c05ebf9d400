// The response to a request without a matching route. Implementation: src/tree/not-found.ts.
import type { HooksOption, RequestHook, RequestIn } from './hook.ts'
import type { AnyReply } from './reply.ts'
import type { RawRequest } from './request.ts'

export type NotFoundHandler<App, Request, Reply> = (
  this: App,
  request: RawRequest<App> & Request,
  reply: AnyReply<App> & Reply
) => unknown

// `preValidation` runs before guards at later hooks, so the members of these guards may be missing.
export interface NotFoundHooks<App, Request, Arriving, Reply> {
  preValidation?: HooksOption<
    RequestHook<App, RawRequest<App> & RequestIn<'preValidation', NoInfer<Arriving>>, AnyReply<App> & Reply>
  >
  preHandler?: HooksOption<RequestHook<App, RawRequest<App> & Request, AnyReply<App> & Reply>>
}
