// The reply for a helper: that of any route with at least these responses. Its methods have one signature for each entry of the map. Replies of
// different maps are different types.
import type { Nothing } from './context.ts'
import type { CommonReplyMembers, Sent } from './reply.ts'
import type { MediaTypeOf, PayloadAt, PlainStatus, StatusAt } from './response.ts'

/**
 * A reply for a helper that sends the responses of a map: `(reply: ReplyOf<{ 404: typeof Problem }>) => reply.code(404).send({ … })`. A route may call
 * the helper if it declares all of them, or none at all. `Schemas` are the shared ones for `$ref`.
 */
// Statuses come first, because messages end at the first difference.
export type ReplyOf<Responses extends object, Schemas = Nothing> = Choices<Responses, Schemas, keyof Responses> &
  (PlainStatus extends StatusAt<Responses, keyof Responses>
    ? Sending<PayloadAt<Responses, PlainStatus, never, Schemas, unknown>>
    : unknown) &
  Preparing<ReplyOf<Responses, Schemas>>

/** The members that prepare any response. */
interface Preparing<Next> extends CommonReplyMembers {
  /** Sets a header; `set-cookie` accumulates. */
  header(name: string, value?: unknown): Next
  /** Sets several headers. */
  headers(values: Record<string, unknown>): Next
  /** Removes a header. */
  removeHeader(name: string): Next
}

interface Sending<Payload> {
  /** Sends a payload of the type for the status. */
  readonly send: (payload: Payload) => Sent
}

// Intersected parameters: a function that takes any of the keys has each of the signatures.
type Choices<Responses, Schemas, Key extends keyof Responses> = (
  Key extends unknown
    ? (taken: Choosing<Responses, Schemas, StatusAt<Responses, Key>>) => void
    : never
) extends (taken: infer Every) => void
  ? Every
  : never

interface Choosing<Responses, Schemas, Code extends number> {
  /** Sets the status; one that the response map covers. */
  code(status: Code): Answering<Responses, Schemas, Code, never>
  /** Sets the status; the same as `code`. */
  status(status: Code): Answering<Responses, Schemas, Code, never>
}

interface Answering<Responses, Schemas, Code extends number, MediaType>
  extends Preparing<Answering<Responses, Schemas, Code, MediaType>>,
    Sending<PayloadAt<Responses, Code, MediaType, Schemas, unknown>> {
  /** Sets the content type; one of the entry's media types, if it lists them. */
  type<const Named extends MediaTypeOf<Responses, Code>>(mediaType: Named): Answering<Responses, Schemas, Code, Named>
}
