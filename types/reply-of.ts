// The reply type of a helper that several routes call. `ReplyOf` has one plain signature of `code` for each entry of its map. The generic `code` of
// a route's reply is assignable to these signatures.
import type { Nothing } from './context.ts'
import type { CommonReplyMembers, Sent } from './reply.ts'
import type { MediaTypeOf, PayloadAt, PlainStatus, StatusAt } from './response.ts'

/**
 * A reply for a helper that sends the responses of a map: `(reply: ReplyOf<{ 404: typeof Problem }>) => reply.code(404).send({ … })`. A route may
 * call the helper if its response map has all these entries, or if it has no response map. `Schemas` are shared schemas for `$ref`.
 */
// The methods `code` and `status` come first, because compiler messages end at the first difference.
export type ReplyOf<Responses extends object, Schemas = Nothing> = Choices<Responses, Schemas, keyof Responses> &
  (PlainStatus extends StatusAt<Responses, keyof Responses>
    ? Sending<PayloadAt<Responses, PlainStatus, never, Schemas, unknown>>
    : unknown) &
  Preparing<ReplyOf<Responses, Schemas>>

interface Preparing<Next> extends CommonReplyMembers {
  /** Sets a header; `set-cookie` accumulates. */
  header(name: string, value?: unknown): Next
  /** Sets several headers. */
  headers(values: Record<string, unknown>): Next
  /** Removes a header. */
  removeHeader(name: string): Next
}

interface Sending<Payload> {
  /** Sends a payload of the type that the route declares for the chosen status. */
  readonly send: (payload: Payload) => Sent
}

// Turns the union over the keys into an intersection, which has the signatures for all keys.
type Choices<Responses, Schemas, Key extends keyof Responses> = (
  Key extends unknown
    ? (taken: Choosing<Responses, Schemas, StatusAt<Responses, Key>>) => void
    : never
) extends (taken: infer Every) => void
  ? Every
  : never

interface Choosing<Responses, Schemas, Code extends number> {
  /** Sets the status, which the response map must have. */
  code(status: Code): Answering<Responses, Schemas, Code, never>
  /** Sets the status; the same as `code`. */
  status(status: Code): Answering<Responses, Schemas, Code, never>
}

interface Answering<Responses, Schemas, Code extends number, MediaType>
  extends Preparing<Answering<Responses, Schemas, Code, MediaType>>,
    Sending<PayloadAt<Responses, Code, MediaType, Schemas, unknown>> {
  /** Sets the content type. If the response map lists media types for the status, only these are allowed. */
  type<const Named extends MediaTypeOf<Responses, Code>>(mediaType: Named): Answering<Responses, Schemas, Code, Named>
}
